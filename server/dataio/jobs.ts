import { demoImportsJob, demoImportsKind } from '../demo/imports.ts'
import { sendJob } from '../domains/shop/coupon/send.ts'
import { sendKind } from '../domains/shop/coupon/sendJob.ts'
import { levelJob, levelKind } from '../domains/shop/member/recompute.ts'
import { noticeJob, noticeKind } from '../domains/shop/noticeSends.ts'
import type { JobKind } from '../jobs/runner.ts'
import { smsJob, smsKind } from '../sms/queue.ts'
import { exportJob } from './export/record.ts'
import { type ExportWork, exportKind } from './export/run.ts'
import { importJob } from './import/record.ts'
import { importKind } from './import/run.ts'

/** Every kind of long work, by the name it has in the table `job`. */
export function jobKinds(work: ExportWork): Readonly<Record<string, JobKind>> {
  return {
    [exportJob]: exportKind(work),
    [importJob]: importKind(work),
    [demoImportsJob]: demoImportsKind(work),
    [noticeJob]: noticeKind(work.core.services),
    [smsJob]: smsKind(work.core.services),
    [levelJob]: levelKind,
    [sendJob]: sendKind,
  }
}
