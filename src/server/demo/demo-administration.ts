import sql from 'sql-template-tag'
import { describeSchedules } from '#server/jobs/scheduler.ts'
import type { Transaction } from '#server/db/database.ts'

export async function addAdministration(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into corp (corp_cd, corp_nm, english_nm, biz_no, president_nm, biz_type_nm, biz_item_nm,
      zip_no, address, phone_no, bank_nm, account_no, account_holder_nm, tax_email)
    values ('WT', '한물류 주식회사', 'Han Logistics Co., Ltd.', '220-81-62517', '김한물', '운수 및 창고업',
      '보관, 국제물류주선', '22333', '인천광역시 중구 공항동로 1', '032-123-4567', '국민은행',
      '123-45-678901', '한물류 주식회사', 'tax@example.com')`)
  await tx.execute(sql`
    insert into organization (org_cd, corp_cd, org_nm, org_kind_cd, parent_cd, from_dt) values
      ('ICN', 'WT', '인천지점', 'BRANCH', null, '2020-01-01'),
      ('ICH', 'WT', '이천지점', 'BRANCH', null, '2022-03-01'),
      ('ICN-OPS', 'WT', '인천 운영팀', 'TEAM', 'ICN', '2020-01-01'),
      ('ICN-CS', 'WT', '인천 통관팀', 'TEAM', 'ICN', '2021-07-01'),
      ('ICH-OPS', 'WT', '이천 운영팀', 'TEAM', 'ICH', '2022-03-01')`)
  await tx.execute(sql`
    insert into schedule (schedule_cd, schedule_nm, kind_cd, argument, minute_cron, hour_cron,
      day_cron, month_cron, weekday_cron, overlap_cd)
    values ('NIGHT-VERIFY', '야간 원장 검증', 'VERIFY', null, '30', '2', '*', '*', '*', 'SKIP'),
      ('DAY-STOCK', '일일 재고 보고서', 'REPORT', 'inventory/by-lot W01', '0', '7', '*', '*', '1-5', 'QUEUE')`)
  await tx.execute(sql`
    insert into registration (user_id, user_nm, email, phone_no, corp_nm, remark,
      password_hash)
    values ('branch1', '윤서아', 'branch1@example.com', '02-0000-2001', '한빛헬스',
      '지점 출고 현황을 조회하려고 합니다.', '')`)
  await tx.execute(sql`
    insert into grant_request (user_id, menu_id, action_cd, remark, created_by, updated_by)
    values ('clerk', 'BillingTerms', 'search', '월말 청구 확인', 'clerk', 'clerk')`)
  await describeSchedules(tx, Date.now())
}
