import { rm } from 'node:fs/promises'
import { actionOf } from '../../../src/schemas/language/action/actionOf.ts'
import { actorOf, can } from '../../core/context.ts'
import type { Context, Handler } from '../../core/handler.ts'
import { HttpRefused, Refused } from '../../core/refuse.ts'
import { numberOf, readSiteConfig, uploadLimits } from '../../core/siteConfig.ts'
import type { At } from '../../crud/domain.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { type AttachmentAnswer, choices, keep } from './attachments.ts'
import { receive } from './receive.ts'
import { suffixSvg } from './suffixSvg.ts'
import { attachmentNode } from './validate.ts'

/** The topic of what members upload. */
export const memberTopic = 'member'

/** Addresses of uploading and of choosing among what was uploaded. */
export const fileHandlers: readonly Handler[] = [
  {
    // Any signed-in user may upload, as with BuildAdmin: forms have fields for files.
    app: 'admin',
    controller: 'ajax',
    action: 'upload',
    method: 'POST',
    access: { type: 'login' },
    multipart: true,
    run: (ctx) => takeUpload(ctx),
    successMessage: 'success.upload.done',
  },
  {
    // For the avatar of the profile, the one field for files that members have. They have a topic and a quota of their own, and what
    // others uploaded is not theirs to choose from.
    app: 'api',
    controller: 'ajax',
    action: 'upload',
    method: 'POST',
    access: { type: 'node', node: 'account/profile/edit' },
    multipart: true,
    run: (ctx) => takeUpload(ctx, memberTopic),
    successMessage: 'success.upload.done',
  },
  { app: 'admin', controller: 'ajax', action: 'attachments', method: 'GET', access: { type: 'login' }, run: listChoices },
  // A picture of letters reveals nothing, and an <img> could send a token only in its address, where it would be logged.
  { app: 'admin', controller: 'ajax', action: 'buildSuffixSvg', method: 'GET', access: { type: 'public' }, run: suffixSvg },
  { app: 'api', controller: 'ajax', action: 'buildSuffixSvg', method: 'GET', access: { type: 'public' }, run: suffixSvg },
]

/** The address of a list that takes uploads: each file is kept under the page's topic, whatever the form says. */
export function uploadAddresses({ page }: Screen, at: At): Handler[] {
  const upload = actionOf(page, 'upload', 'upload')
  if (!upload) return []
  const take = at('POST', 'upload', upload.node, (ctx) => takeUpload(ctx, upload.topic ?? 'default'))
  return [{ ...take, multipart: true, successMessage: 'success.upload.done' }]
}

/** Uploads of one person under way at once, on this node. */
const atOnce = 8
const underWay = new Map<string, number>()

/**
 * Keeps the file of a posted form under a topic (undefined: the one the form names). Throws `Refused`, and `HttpRefused` 429 while the
 * person sends too many at once.
 */
export async function takeUpload(ctx: Context, given?: string): Promise<{ file: Omit<AttachmentAnswer, 'quote'> }> {
  const { area, id } = actorOf(ctx)
  const who = `${area}:${id}`
  const running = underWay.get(who) ?? 0
  if (running >= atOnce) throw new HttpRefused(429, 2)
  underWay.set(who, running + 1)
  const made: string[] = []
  try {
    const config = await readSiteConfig(ctx.read)
    const limits = { ...uploadLimits(config), maxEdge: numberOf(config, 'image_max_edge', 0, 20_000) }
    const { file, fields } = await receive(ctx, limits, (path) => made.push(path))
    const topic = given ?? topicOf(ctx.query.topic ?? fields.topic)
    if (!['', 'local'].includes(String(ctx.query.driver ?? fields.driver ?? ''))) throw new Refused('upload.topic')
    const quota = numberOf(config, area === 'admin' ? 'upload_quota' : 'upload_member_quota', 0, 2 ** 50)
    return { file: await keep(ctx, file, { topic, quota, cdnUrl: config.cdn_url, saveName: config.upload_save_name }) }
  } finally {
    const left = (underWay.get(who) ?? 1) - 1
    if (left > 0) underWay.set(who, left)
    else underWay.delete(who)
    await Promise.all(made.map((path) => rm(path, { force: true })))
  }
}

function topicOf(value: unknown): string {
  const topic = value === undefined || value === '' ? 'default' : value
  if (typeof topic !== 'string' || !/^[a-z0-9_-]{1,20}$/i.test(topic)) throw new Refused('upload.topic')
  return topic.toLowerCase()
}

/** What to choose from in a form: everything for who may see the attachments, else one's own uploads. */
async function listChoices(ctx: Context): Promise<{ list: AttachmentAnswer[]; total: number }> {
  const actor = actorOf(ctx)
  const { page, limit, quickSearch = '', accept = '' } = ctx.query
  if (typeof quickSearch !== 'string' || quickSearch.length > 100) throw new Refused('crud.parameter', { name: 'quickSearch' })
  if (typeof accept !== 'string' || accept.length > 500) throw new Refused('crud.parameter', { name: 'accept' })
  const config = await readSiteConfig(ctx.read)
  const query = {
    page: countOf(page, 'page', 1, 10_000),
    limit: countOf(limit, 'limit', 24, 100),
    search: quickSearch.trim(),
    accept: accept
      .split(',')
      .map((each) => each.trim().toLowerCase().replace(/\*$/, ''))
      .filter((each) => each !== ''),
    owner: can(actor, attachmentNode) ? null : actor,
  }
  return choices(ctx.read, query, config.cdn_url)
}

function countOf(value: unknown, name: string, fallback: number, most: number): number {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > most) throw new Refused('crud.parameter', { name })
  return number
}
