import sharp from 'sharp'
import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'

export interface UploadedFile {
  id: number
  url: string
  name: string
  size: number
  width: number
  height: number
  mimetype: string
  suffix: string
  sha1: string
  admin_id: number
  full_url: string
}

/** A picture of one colour (a different one for each seed), in the format that `type` names. */
export async function picture(
  seed: number,
  { width = 64, height = 48, type = 'png' as 'png' | 'jpeg' | 'gif' | 'webp' } = {},
): Promise<Buffer<ArrayBuffer>> {
  const background = { r: (seed * 37) % 256, g: (seed * 91) % 256, b: (seed * 151) % 256 }
  const made = await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(type)
    .toBuffer()
  return Buffer.from(made)
}

/** Sends a form with one file, as browsers do, and gives what came back; `member` is a member's token. */
export async function send(
  server: TestServer,
  token: string | undefined,
  content: Uint8Array<ArrayBuffer> | string,
  name: string,
  { type = '', query = '', field = 'file', path = '/admin/ajax/upload', member = '' } = {},
): Promise<Answer<{ file: UploadedFile }>> {
  const form = new FormData()
  form.append(field, new Blob([content], { type }), name)
  const answer = await fetch(`${server.url}${path}${query}`, {
    method: 'POST',
    body: form,
    headers: {
      'think-lang': 'en',
      server: 'true',
      origin: server.url,
      ...(token ? { batoken: token } : {}),
      ...(member ? { 'ba-user-token': member } : {}),
    },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: JSON.parse(text) as Answer<{ file: UploadedFile }>['body'],
  }
}
