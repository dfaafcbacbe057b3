import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { checkUpload, type UploadFault, type UploadLimits } from '../../../src/schemas/api/upload.ts'
import { codeOf, textOf } from '../../../src/schemas/errors.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import { pictureSuffixes, redraw } from './pictures.ts'
import { detectType } from './types.ts'

/** A received file, checked and cleaned, at a temporary path; the caller removes it. */
export interface ReceivedFile {
  path: string
  /** Name for people, never for a path. */
  name: string
  size: number
  sha1: string
  suffix: string
  mimetype: string
  /** Pixels; 0 for what is no picture. */
  width: number
  height: number
}

export interface Received {
  file: ReceivedFile
  /** The other parts of the form. */
  fields: Readonly<Record<string, string>>
}

/** What may be uploaded, and how large pictures are kept. */
export interface PictureLimits extends UploadLimits {
  /** Pixels of the longer edge, to which larger pictures are scaled down; 0: no limit. */
  maxEdge: number
}

const faults: Readonly<Record<UploadFault, string>> = {
  uploadIncomplete: 'upload.incomplete',
  uploadType: 'upload.type',
  uploadSize: 'upload.size',
}

/** Bytes that boundaries, names and further fields may add to a file. */
const around = 64 * 1024

/** The file of a posted form as received: its content is not checked yet. */
export interface Arrived {
  path: string
  name: string
  fields: Readonly<Record<string, string>>
}

/**
 * Streams the one file of a posted form to a temporary file, never beyond the limit, and checks its content. Throws `Refused`; nothing is
 * left on the disk then.
 */
export async function receive(ctx: Context, limits: PictureLimits, made: (path: string) => void): Promise<Received> {
  const { path, name, fields } = await receiveRaw(ctx, limits, made)
  const temporary = () => {
    const own = ctx.services.storage.temporary()
    made(own)
    return own
  }
  return { file: await validate({ path, name }, limits, temporary), fields }
}

/** The same without a judgement of the content; for who reads it all the same. */
export async function receiveRaw(ctx: Context, limits: UploadLimits, made: (path: string) => void): Promise<Arrived> {
  const { storage } = ctx.services
  if (!ctx.multipart) throw new Refused('upload.incomplete')
  if (ctx.multipart.length > limits.maxSize + around) throw new Refused('upload.size')
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let arrived: { path: string; name: string } | undefined
  try {
    for await (const part of ctx.multipart.parts({
      fileSize: limits.maxSize,
      fieldSize: 1024,
      fields: 16,
      files: 2,
      parts: 20,
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (arrived) throw new Refused('upload.one')
      else {
        const path = storage.temporary()
        made(path)
        arrived = { path, name: await take(part, path, limits) }
      }
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (!arrived) throw new Refused('upload.incomplete')
  return { ...arrived, fields }
}

/** Writes one part to `path`, flushed to the disk, and returns its name. */
async function take(part: MultipartFile, path: string, limits: UploadLimits): Promise<string> {
  const name = nameFor(part.filename)
  const early = checkUpload({ name: part.fieldname === 'file' ? name : '', size: 1, type: part.mimetype }, limits)
  if (early) throw new Refused(faults[early])
  let size = 0
  const count = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length
      yield chunk
    }
  }
  // The reader of forms would read on to the end of what is too long.
  part.file.once('limit', () => part.file.destroy(new Refused('upload.size')))
  const file = createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true })
  // A form that breaks off at once ends this before the file is opened: it would be created after the cleanup.
  const closed = new Promise<void>((resolve) => void file.once('close', resolve))
  await pipeline(part.file, count, file).finally(() => closed)
  // What is short is read, and cut, before anybody listens.
  if (part.file.truncated) throw new Refused('upload.size')
  if (size === 0) throw new Refused('upload.incomplete')
  return name
}

async function validate(
  { path, name }: Pick<Arrived, 'path' | 'name'>,
  limits: PictureLimits,
  temporary: () => string,
): Promise<ReceivedFile> {
  const type = await detectType(path, name, limits)
  if (!type) throw new Refused('upload.type')
  if (!pictureSuffixes.has(type.suffix)) return { path, name, ...type, ...(await digest(path)), width: 0, height: 0 }
  const drawn = temporary()
  const picture = await redraw(path, drawn, { suffix: type.suffix, maxEdge: limits.maxEdge })
  await rm(path, { force: true })
  return { path: drawn, name, ...type, ...(await digest(drawn)), ...picture }
}

async function digest(path: string): Promise<{ size: number; sha1: string }> {
  const hash = createHash('sha1') // a name, not a signature; BuildAdmin's column has it
  let size = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer)
    size += (chunk as Buffer).length
  }
  return { size, sha1: hash.digest('hex') }
}

/** Marks that turn the direction of text around, and what cannot be seen, would make a name read as another. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** The last part of a client's name, to be shown: 100 characters at most, its suffix kept. '' when nothing is left. */
export function nameFor(given: string | undefined): string {
  const last = (given ?? '').normalize('NFC').replace(unseen, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  if (/^\.*$/.test(last)) return ''
  const characters = [...last]
  if (characters.length <= 100) return last
  const dot = last.lastIndexOf('.')
  const suffix = dot > 0 && [...last.slice(dot)].length <= 12 ? last.slice(dot) : ''
  return characters.slice(0, 100 - [...suffix].length).join('') + suffix
}

/** What the reader of forms says of broken ones, and of a peer that went away, is the sender's fault; a full disk is ours. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refused || !(error instanceof Error)) return error
  const code = codeOf(error) ?? ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Refused('upload.full')
  const broken =
    code.startsWith('FST_') || gone.has(code) || (textOf(error, 'syscall') === undefined && badForm.test(error.message))
  return broken ? new Refused('upload.incomplete') : error
}

const gone = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])
const badForm = /multipart|part header|boundary|terminated early/i
