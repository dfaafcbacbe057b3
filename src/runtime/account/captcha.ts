import type { HttpClient } from '../http/client.ts'

/** A picture in which `text` is to be clicked, in that order. */
export interface CaptchaPicture {
  id: string
  text: string[]
  base64: string
  width: number
  height: number
  /** A question may be asked for in its place; only Kontor's server has any. */
  question?: boolean
}

/** The same for who sees no pictures: a question whose answer is a number. */
export interface CaptchaQuestion {
  id: string
  question: string
}

/** What goes along with the request that asked for a captcha. */
export interface SolvedCaptcha {
  captchaId: string
  captchaInfo: string
}

/** A click, in pixels from the corner of the picture as it is shown. */
export interface Click {
  x: number
  y: number
}

const address = '/api/common/clickCaptcha'
/** Nothing is said bottom right: the dialog says it itself. */
const quiet = { showError: false, showCodeMessage: false }

/** A new picture. Rejects with a CallError. */
export async function askPicture(http: HttpClient, id: string): Promise<CaptchaPicture> {
  return (await http.get<CaptchaPicture>(address, { id }, { ...quiet, retries: 0 })).data
}

/** A new question. Rejects with a CallError. */
export async function askQuestion(http: HttpClient, id: string): Promise<CaptchaQuestion> {
  const { data } = await http.get<Partial<CaptchaQuestion>>(address, { id, form: 'question' }, { ...quiet, retries: 0 })
  return { id, question: data.question ?? '' }
}

/** Is it solved by that? The captcha is not used up yet. */
export async function checkCaptcha(http: HttpClient, { captchaId, captchaInfo }: SolvedCaptcha): Promise<boolean> {
  const body = { id: captchaId, info: captchaInfo, unset: false }
  return http.post('/api/common/checkClickCaptcha', body, { ...quiet, cancelDuplicate: false }).then(
    () => true,
    () => false,
  )
}

/** Clicks in a picture shown `width` by `height` pixels large, as the server reads them (protocol 1.5). */
export function clicksInfo(clicks: readonly Click[], width: number, height: number): string {
  return [clicks.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join('-'), Math.round(width), Math.round(height)].join(
    ';',
  )
}

export const answerInfo = (answer: string): string => `answer:${answer.trim()}`
