import { defineHomeLines } from '#kernel/home.ts'
import { label } from '#kernel/label.ts'
import { returnStepFrom } from '../rules/return-status.ts'
import { decide, decideOwn, undecided } from './deciding.ts'
import { gradeScan } from './inspecting.ts'
import { returns } from './returns.ts'

export const returnsHomeLines = defineHomeLines([
  {
    id: 'returns/to-inspect',
    title: label('반품 검품 대기', 'Returns to inspect'),
    counts: { of: returns, search: { STATE_CD: returnStepFrom.inspect.join(',') } },
    procedure: gradeScan,
    opens: 'ReturnInspect',
    args: null,
  },
  {
    id: 'returns/to-decide',
    title: label('반품 처분 대기', 'Returns awaiting disposition'),
    counts: { of: undecided, search: { APPROVE_YN: 'N' } },
    procedure: decide,
    opens: 'ReturnDecide',
    args: null,
  },
  {
    id: 'returns/to-approve',
    title: label('반품 처분 승인 대기', 'Return dispositions to approve'),
    counts: { of: undecided, search: { APPROVE_YN: 'Y' } },
    procedure: decideOwn,
    opens: 'CReturnDecide',
    args: null,
    isOwn: true,
  },
])
