import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { AppError, invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery } from '#server/engine/handler.ts'
import { sealSecret } from '#server/base/site-key.ts'
import {
  queryCustoms,
  customsAnswers,
  customsDifferences,
  saveCustomsSetting,
} from '../operations/customs.ts'
import { cargoStepFrom } from '../rules/cargo-status.ts'
import { customsAddressError } from './customs-address.ts'
import { enqueueCustomsJobs, queriedTooOften } from './customs-limit.ts'
import { customsJobKind } from './customs-job.ts'
import { lockCargos } from './lock-cargos.ts'

export const customsAnswersHandler = handleQuery(
  customsAnswers,
  'v.asked_at desc nulls last, v.bond_no desc',
  () => sql`
    select c.bond_no, c.wcode, c.owner_cd, c.state_cd, c.cargo_no, c.mbl_no, c.hbl_no,
      a.answer_id::text answer_id, a.result_cd, a.seal_result_cd, a.message, a.asked_by_no, a.tries, a.user_id,
      a.created_at asked_at,
      (select count(*) from bonded_difference d where d.answer_id = a.answer_id) diff_count
    from bonded_cargo c
    left join lateral (select * from bonded_answer a where a.bond_no = c.bond_no
      order by a.answer_id desc limit 1) a on true
    where c.cancel_yn = 'N'`,
)

export const customsDifferencesHandler = handleQuery(
  customsDifferences,
  'v.answer_id, v.field_cd, v.theirs',
  () => sql`
    select d.answer_id::text answer_id, a.wcode, a.owner_cd, d.field_cd, d.ours, d.theirs
    from bonded_difference d join bonded_answer a using (answer_id)`,
)

export const queryCustomsHandler = handleProcedure(queryCustoms, async (call) => {
  const cancelledText = label('취소된 화물입니다.', 'This cargo is cancelled.')
  const numbers = await lockCargos(call, cargoStepFrom.askCustoms, cancelledText)
  const [setting] = await call.tx.query(sql`
    select from bonded_customs_setting where wcode = ${call.scope.wcode}`)
  if (!setting) {
    const ko = "세관 연결이 없습니다. '세관 연결 설정' 명령으로 인증키를 등록하세요."
    const en = 'No connection to customs. Enter its key with "Customs connection settings".'
    throw new AppError(409, 'CUSTOMS_SETTING', label(ko, en))
  }
  const unnumbered = await call.tx.query<{ bond_no: string }>(sql`
    select bond_no from bonded_cargo where bond_no = any(${numbers}::text[])
      and cargo_no is null and hbl_no is null and mbl_no is null`)
  const without = new Set(unnumbered.map((cargo) => cargo.bond_no))
  const errors = call.rows.flatMap((row): RowError[] => {
    const text = label('조회할 번호가 없습니다.', 'This cargo has no number for a customs search.')
    const hasNumber = !without.has(String(row.values['BOND_NO']))
    return hasNumber ? [] : [{ row: row.no, column: 'BOND_NO', text }]
  })
  if (errors.length) throw invalidRows(errors)
  const jobs = numbers.map((BOND_NO) => ({ target: BOND_NO, payload: { BOND_NO } }))
  const exceeded = await enqueueCustomsJobs(call, customsJobKind, jobs)
  const throttled = call.rows.filter(({ values }) => exceeded.has(String(values['BOND_NO'])))
  if (throttled.length > 0) {
    const text = queriedTooOften
    throw invalidRows(throttled.map(({ no: row }) => ({ row, column: 'BOND_NO', text })))
  }
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `세관에 ${formatCount(numbers.length)}건의 조회를 요청했습니다. 결과는 작업 목록과 이 화면에 표시됩니다.`,
      `Customs search started for ${formatCount(numbers.length, 'item')}. Results appear in the job list and here.`,
    ),
  }
})

export const saveCustomsSettingHandler = handleProcedure(saveCustomsSetting, async (call) => {
  const values: WireRow = call.rows[0]?.values ?? {}
  const sealKey = String(values['SEAL_KEY'] ?? '').trim()
  const key = sealSecret(String(values['SERVICE_KEY'] ?? '').trim())
  const url = String(values['SERVICE_URL'] ?? '')
  const error = customsAddressError(url)
  if (error) throw invalidRows([{ row: call.rows[0]?.no ?? 1, column: 'SERVICE_URL', text: error }])
  // Keys are sent to the address. Drop the list keys, which were entered for the previous address.
  const dropped = await call.tx.execute(sql`
    delete from customs_list_key k using bonded_customs_setting s
    where s.wcode = ${call.scope.wcode} and k.wcode = s.wcode and s.service_url <> ${url}`)
  await call.tx.execute(sql`
    insert into bonded_customs_setting (wcode, service_url, service_key, seal_key,
      timeout_seconds, tries, updated_by)
    values (${call.scope.wcode}, ${url}, ${key},
      ${sealKey === '' ? null : sealSecret(sealKey)}, ${values['TIMEOUT_SECONDS'] ?? 10}, ${values['TRIES'] ?? 3}, ${call.userId})
    on conflict (wcode) do update set service_url = excluded.service_url,
      service_key = excluded.service_key, seal_key = excluded.seal_key, timeout_seconds = excluded.timeout_seconds,
      tries = excluded.tries, version = bonded_customs_setting.version + 1,
      updated_by = excluded.updated_by, updated_at = now()`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message:
      dropped > 0
        ? label(
            "세관 연결을 저장했습니다. 주소가 변경되었으므로 '유니패스 자료 인증키' 명령으로 인증키를 다시 등록하세요.",
            'Customs connection saved. The address changed: enter the keys again with "API keys for UNI-PASS lists".',
          )
        : label('세관 연결을 저장했습니다.', 'Customs connection saved.'),
  }
})
