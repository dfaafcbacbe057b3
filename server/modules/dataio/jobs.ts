import { demoImportsJob, demoImportsKind } from '../../../modules/shop/demo/imports.ts'
import { sendJob } from '../../../modules/shop/server/coupon/send.ts'
import { sendKind } from '../../../modules/shop/server/coupon/sendJob.ts'
import { levelJob, levelKind } from '../../../modules/shop/server/member/recompute.ts'
import { noticeJob, noticeKind } from '../../../modules/shop/server/noticeSends.ts'
import type { JobKind } from '../../core/jobs/runner.ts'
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
