import { createHash, createHmac, randomUUID } from 'node:crypto'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { SmsConfigRow } from '../../core/rows.generated.ts'
import type { Outgoing } from './outgoing.ts'
import type { Rendered } from './render.ts'

/** One message for one number. */
export interface SmsMessage extends Rendered {
  mobile: string
  /** The provider's own name of the text; '' where it has none. */
  providerTemplate: string
}

/** What a request is signed with. */
export interface Keys {
  accessKey: string
  secret: string
  sign: string
  region: string
  endpoint: string
  params: Readonly<Record<string, string>>
}

/** When and with which number used once a request is signed; fixed in tests against the providers' published examples. */
export interface Stamp {
  now: Date
  nonce: string
}

/** How one provider is spoken to. */
export interface Provider {
  /** It sends any text: no template of its own is needed. */
  freeText: boolean
  /** Names in the parameters of the configuration that it cannot do without. */
  needs: readonly string[]
  request(keys: Keys, message: SmsMessage, stamp: Stamp): Outgoing
  /** What it says against the message; undefined when it has taken it. */
  refusal(answer: unknown): string | undefined
}

const hmac = (algorithm: 'sha1' | 'sha256', key: string | Buffer, text: string): Buffer =>
  createHmac(algorithm, key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
const textAt = (value: unknown, ...names: string[]): string => {
  const found = names.reduce(member, value)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
const byName = ({ values }: SmsMessage) => Object.fromEntries(values.map(({ name, value }) => [name, value]))
const inOrder = ({ values }: SmsMessage) => values.map(({ value }) => value)
const json = { 'content-type': 'application/json; charset=utf-8' }

/** RFC 3986, as Aliyun wants it. */
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature of Aliyun's RPC style (version 1.0) over all parameters. */
export function aliyunSignature(method: 'GET' | 'POST', params: Readonly<Record<string, string>>, secret: string): string {
  const query = Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .join('&')
  return hmac('sha1', `${secret}&`, `${method}&${percent('/')}&${percent(query)}`).toString('base64')
}

const aliyun: Provider = {
  freeText: false,
  needs: [],
  request(keys, message, { now, nonce }) {
    const params: Record<string, string> = {
      AccessKeyId: keys.accessKey,
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: message.mobile,
      RegionId: keys.region || 'cn-hangzhou',
      SignName: keys.sign,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: nonce,
      SignatureVersion: '1.0',
      TemplateCode: message.providerTemplate,
      TemplateParam: JSON.stringify(byName(message)),
      Timestamp: now.toISOString().replace(/\.\d{3}/, ''),
      Version: '2017-05-25',
    }
    const signed = { ...params, Signature: aliyunSignature('POST', params, keys.secret) }
    const body = new URLSearchParams(signed).toString()
    return {
      url: keys.endpoint || 'https://dysmsapi.aliyuncs.com/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    }
  },
  refusal: (answer) => (textAt(answer, 'Code') === 'OK' ? undefined : `${textAt(answer, 'Code')} ${textAt(answer, 'Message')}`),
}

/** The header of Tencent's TC3-HMAC-SHA256 for a JSON body. */
export function tencentAuthorization(keys: Keys, host: string, body: string, now: Date): string {
  const time = String(Math.floor(now.getTime() / 1000))
  const day = now.toISOString().slice(0, 10)
  const canonical = `POST\n/\n\ncontent-type:${json['content-type']}\nhost:${host}\n\ncontent-type;host\n${sha256(body)}`
  const scope = `${day}/sms/tc3_request`
  const signing = hmac('sha256', hmac('sha256', hmac('sha256', `TC3${keys.secret}`, day), 'sms'), 'tc3_request')
  const signature = hmac('sha256', signing, `TC3-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${keys.accessKey}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`
}

const tencent: Provider = {
  freeText: false,
  needs: ['app_id'],
  request(keys, message, { now }) {
    const url = keys.endpoint || 'https://sms.tencentcloudapi.com/'
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${message.mobile}`],
      SmsSdkAppId: keys.params.app_id ?? '',
      SignName: keys.sign,
      TemplateId: message.providerTemplate,
      TemplateParamSet: inOrder(message),
    })
    const headers = {
      ...json,
      authorization: tencentAuthorization(keys, new URL(url).host, body, now),
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': keys.region || 'ap-guangzhou',
      'x-tc-timestamp': String(Math.floor(now.getTime() / 1000)),
    }
    return { url, headers, body }
  },
  refusal(answer) {
    const [status] = (member(member(answer, 'Response'), 'SendStatusSet') as unknown[] | undefined) ?? []
    if (textAt(status, 'Code') === 'Ok') return undefined
    return `${textAt(status, 'Code')} ${textAt(status, 'Message')} ${textAt(answer, 'Response', 'Error', 'Message')}`
  },
}

const huawei: Provider = {
  freeText: false,
  needs: ['sender'],
  request(keys, message, { now, nonce }) {
    const created = now.toISOString().replace(/\.\d{3}/, '')
    // Huawei's own examples take the digest in hexadecimal letters, and those in base64.
    const digest = Buffer.from(sha256(nonce + created + keys.secret)).toString('base64')
    const host = `https://smsapi.${keys.region || 'cn-north-4'}.myhuaweicloud.com:443/sms/batchSendSms/v1`
    const body = new URLSearchParams({
      from: keys.params.sender ?? '',
      to: `+86${message.mobile}`,
      templateId: message.providerTemplate,
      templateParas: JSON.stringify(inOrder(message)),
      signature: keys.sign,
    }).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
      'x-wsse': `UsernameToken Username="${keys.accessKey}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`,
    }
    return { url: keys.endpoint || host, headers, body }
  },
  refusal: (answer) =>
    textAt(answer, 'code') === '000000' ? undefined : `${textAt(answer, 'code')} ${textAt(answer, 'description')}`,
}

const qiniu: Provider = {
  freeText: false,
  needs: [],
  request(keys, message) {
    const url = keys.endpoint || 'https://sms.qiniuapi.com/v1/message/single'
    const { host, pathname } = new URL(url)
    const body = JSON.stringify({ template_id: message.providerTemplate, mobile: message.mobile, parameters: byName(message) })
    const signed = `POST ${pathname}\nHost: ${host}\nContent-Type: application/json\n\n${body}`
    const sign = hmac('sha1', keys.secret, signed).toString('base64').replace(/\+/g, '-').replace(/\//g, '_')
    return { url, headers: { 'content-type': 'application/json', authorization: `Qiniu ${keys.accessKey}:${sign}` }, body }
  },
  refusal: (answer) => (textAt(answer, 'message_id') ? undefined : `${textAt(answer, 'error')} ${textAt(answer, 'message')}`),
}

/** A gateway with this protocol: JSON, signed over time, nonce and body with HMAC-SHA256; `{ "code": 0 }` means accepted. */
const http: Provider = {
  freeText: true,
  needs: [],
  request(keys, message, { now, nonce }) {
    const time = String(Math.floor(now.getTime() / 1000))
    const { mobile, content, providerTemplate: template } = message
    const body = JSON.stringify({ mobile, sign: keys.sign, content, template, values: byName(message), params: keys.params })
    const signature = hmac('sha256', keys.secret, `${time}\n${nonce}\n${body}`).toString('hex')
    const headers = { ...json, 'x-access-key': keys.accessKey, 'x-timestamp': time, 'x-nonce': nonce, 'x-signature': signature }
    return { url: keys.endpoint, headers, body }
  },
  refusal: (answer) => (textAt(answer, 'code') === '0' ? undefined : `${textAt(answer, 'code')} ${textAt(answer, 'message')}`),
}

/** Providers that are spoken to over HTTP, by the driver of a configuration. The one that is left, `log`, sends nothing. */
export const providers: Readonly<Record<Exclude<SmsConfigRow['driver'], 'log'>, Provider>> = {
  aliyun,
  tencent,
  huawei,
  qiniu,
  http,
}

/** A stamp of now. */
export function stamp(): Stamp {
  return { now: new Date(), nonce: randomUUID().replaceAll('-', '') }
}
