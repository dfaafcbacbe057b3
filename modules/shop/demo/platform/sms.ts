import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { SmsLogRow } from '../../../../server/core/rows.generated.ts'
import { smsJob } from '../../../../server/modules/sms/queue.ts'
import { settle, smsStatus } from '../../../../server/modules/sms/send.ts'
import { day } from '../clock.ts'
import { insert } from '../goods/goods.ts'

/** Two configurations: the one in use writes to the log, so that nothing leaves the machine. */
const configs = [
  { name: '开发日志', driver: 'log', sign: '', access_key: '', region: '', is_default: 1, status: 1 },
  {
    name: '阿里云短信',
    driver: 'aliyun',
    sign: 'Kontor商城',
    access_key: 'LTAI0000000000000000',
    region: 'cn-hangzhou',
    is_default: 0,
    status: 0,
  },
]

const variables = [
  { title: '验证码', name: 'code', source: 'code', sample: '386021' },
  { title: '有效分钟', name: 'minutes', source: 'caller', sample: '10' },
  { title: '站点名称', name: 'site_name', source: 'config', place: 'site_name', sample: 'Kontor' },
  { title: '会员昵称', name: 'nickname', source: 'field', place: 'user.nickname', sample: '小林' },
  { title: '订单号', name: 'order_no', source: 'field', place: 'shop_order.order_no', sample: '260331120000123456' },
  { title: '物流公司', name: 'company', source: 'field', place: 'shop_order_delivery.company_name', sample: '顺丰速运' },
  {
    title: '快递单号',
    name: 'tracking_no',
    source: 'field',
    place: 'shop_order_delivery.tracking_no',
    sample: 'SF1234567890123',
  },
  { title: '金额', name: 'amount', source: 'caller', format: 'money', sample: '99.00' },
  { title: '优惠券', name: 'coupon', source: 'field', place: 'shop_coupon.title', sample: '满 99 减 10' },
  { title: '数量', name: 'quantity', source: 'caller', sample: '2' },
  {
    title: '到期日',
    name: 'end_date',
    source: 'field',
    place: 'shop_coupon_receive.valid_end',
    format: 'date',
    sample: '2026-04-03',
  },
  { title: '赛事名称', name: 'competition', source: 'caller', sample: '城市接力赛' },
]

const code = `验证码 \${code}，\${minutes} 分钟内有效，请勿告知他人。`
const templates = [
  { title: '注册验证码', event: 'user_register', content: `您正在注册 \${site_name}，${code}` },
  { title: '登录验证码', event: 'user_login', content: `您正在登录 \${site_name}，${code}` },
  { title: '找回密码验证码', event: 'user_retrieve_pwd', content: `您正在找回密码，${code}` },
  { title: '换绑手机验证码', event: 'user_change_mobile', content: `您正在绑定该手机号，${code}` },
  { title: '手机验证码', event: 'user_mobile_verify', content: `您正在验证手机号，${code}` },
  {
    title: '发货通知',
    event: 'order_shipped',
    content: `\${nickname}，您的订单 \${order_no} 已由 \${company} 发出，单号 \${tracking_no}。`,
  },
  { title: '退款到账', event: 'refund_done', content: `\${nickname}，您的订单 \${order_no} 退款 ¥\${amount} 已到账。` },
  {
    title: '优惠券到期提醒',
    event: 'coupon_expiring',
    content: `\${nickname}，您有 \${quantity} 张优惠券（\${coupon} 等）将于 \${end_date} 到期，请尽快使用。`,
  },
  { title: '报名通过', event: 'join_approved', content: `\${nickname}，您报名的 \${competition} 已审核通过。` },
  {
    title: '成绩发布',
    event: 'result_published',
    content: `\${nickname}，\${competition} 的成绩已发布，请登录 \${site_name} 查看。`,
  },
] as const

/** Makes configurations, variables and templates of the demo shop's short messages. */
export async function seedSms(trx: Writer, now: number): Promise<void> {
  const times = { create_time: now - 95 * day, update_time: now - 95 * day }
  const limits = { timeout: 5, day_limit_mobile: 10, interval: 60, code_minutes: 10, code_length: 6, ip_day_limit: 50 }
  await insert(
    trx,
    'sms_config',
    configs.map((each) => ({ ...each, ...limits, ...times, secret: '', endpoint: '', params: '[]' })),
  )
  const usual = { place: null, value: '', format: 'none', length: null, charset: 'digits', remark: '', status: 1 }
  await insert(
    trx,
    'sms_variable',
    variables.map((each) => ({ ...usual, ...each, ...times })),
  )
  await insert(
    trx,
    'sms_template',
    templates.map((each) => ({
      title: each.title,
      code: each.event,
      event: each.event,
      config_id: null,
      provider_template: '',
      content: each.content,
      variable_ids: variables.flatMap(({ name }, i) => (each.content.includes(`\${${name}}`) ? [i + 1] : [])),
      is_code: each.content.includes(`\${code}`) ? 1 : 0,
      status: 1,
      sent_count: 0,
      ...times,
    })),
  )
}

/** What the demo's ninety days told members has been sent by now: the log took it. */
export async function settleSms(trx: Writer): Promise<void> {
  const { rows } = await sql<
    Pick<SmsLogRow, 'id'> & { create_time: number }
  >`select id, create_time from sms_log where status = ${smsStatus.waiting}
    order by id`.execute(trx)
  for (const { id, create_time } of rows) await settle(trx, id, undefined, create_time)
  await sql`delete from job where kind = ${smsJob}`.execute(trx)
}
