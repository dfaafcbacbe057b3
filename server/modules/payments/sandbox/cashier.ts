import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import type { PayChannel } from '../provider.ts'

export interface CashierPage {
  payNo: string
  channel: PayChannel
  /** Fen. */
  amount: number
  state: 'open' | 'paid' | 'over'
}

const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:24rem;margin:15vh auto;padding:0 1rem;text-align:center;color:#1f2937}
p.amount{font-size:2rem;font-weight:600;margin:0}button{font:inherit;padding:.5rem 2rem;border:0;border-radius:.375rem;background:#1d4ed8;color:#fff}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'`

const channels: Readonly<Record<PayChannel, string>> = { wechat: '微信支付 WeChat Pay', alipay: '支付宝 Alipay' }
const states: Readonly<Record<CashierPage['state'], string>> = {
  open: '<form method="post"><button>支付 Pay</button></form>',
  paid: '<p role="status">已支付 Paid</p>',
  over: '<p role="status">已超时 Too late</p>',
}

/** Answers with the page at which a member pays in the sandbox: both languages, no scripts. No payment: 404. */
export function cashierPage(response: ServerResponse, page: CashierPage | undefined): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'cache-control': 'no-store' }
  if (!page)
    return void response.writeHead(404, headers).end('<!doctype html><title>404</title><p>没有此支付 No such payment</p>')
  const { payNo, channel, amount, state } = page
  response.writeHead(200, headers).end(`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>沙箱收银台 Sandbox cashier</title><style>${style}</style></head>
<body><h1>沙箱收银台 Sandbox cashier</h1><p>${channels[channel]}</p><p class="amount">¥${formatFen(amount)}</p><p>${payNo}</p>${states[state]}
<p>不会产生真实扣款。No money moves.</p></body></html>`)
}
