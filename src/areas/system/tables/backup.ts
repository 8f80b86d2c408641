import { code, dateTime, flag, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields } from './common-fields.ts'

/** Schedule and retention of automatic backups, one row per site. */
export const backupPlan = defineTable({
  name: 'backup_plan',
  title: label('백업 계획', 'Backup plan'),
  key: ['PLAN_ID'],
  fields: {
    PLAN_ID: code(label('계획', 'Plan'), { width: 60 }),
    ON_YN: flag(label('자동백업', 'Automatic backup'), { required: true, default: 'Y' }),
    EVERY_HOURS: integer(label('간격(시간)', 'Every (hours)'), { required: true, min: 1, max: 24 }),
    FROM_HOUR: integer(label('기준시(0–23)', 'Start hour (0–23)'), {
      required: true,
      min: 0,
      max: 23,
    }),
    KEEP_HOURS: integer(label('모두 보관(시간)', 'Keep all (hours)'), {
      required: true,
      min: 1,
      max: 720,
    }),
    KEEP_DAYS: integer(label('일별 보관(일)', 'Keep daily (days)'), {
      required: true,
      min: 0,
      max: 366,
    }),
    KEEP_WEEKS: integer(label('주별 보관(주)', 'Keep weekly (weeks)'), {
      required: true,
      min: 0,
      max: 520,
    }),
    NEXT_AT: dateTime(label('다음 백업', 'Next backup')),
    // Null for the initial plan, which no user has saved.
    UPDATED_BY: changeFields.UPDATED_BY,
  },
})

export const backupRun = defineTable({
  name: 'backup_run',
  title: label('백업', 'Backup'),
  key: ['RUN_NO'],
  fields: {
    RUN_NO: integer(label('번호', 'No.'), { width: 60 }),
    STATE_CD: select(label('결과', 'Result'), 'backup-state', { width: 80 }),
    STARTED_AT: dateTime(label('시작', 'Started')),
    FINISHED_AT: dateTime(label('완료', 'Finished')),
    VERIFIED_AT: dateTime(label('복원 검증', 'Restored and verified')),
    FILE_NM: text(label('파일', 'File'), { width: 230 }),
    FILE_BYTES: integer(label('크기(바이트)', 'Bytes'), { width: 110 }),
    MOVEMENT_COUNT: integer(label('수불 건수', 'Movements'), { width: 90 }),
    SEAL_NO: integer(label('마지막 봉인', 'Last seal'), { width: 90 }),
    HOST_NM: text(label('서버', 'Server'), { width: 120 }),
    REMOVED_AT: dateTime(label('보관 만료', 'Retention ended')),
    ERROR_TEXT: text(label('실패 사유', 'Failure reason'), { width: 420 }),
  },
})
