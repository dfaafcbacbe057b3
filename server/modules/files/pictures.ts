import { open } from 'node:fs/promises'
import { Refused } from '../../core/refuse.ts'
import { makeGate } from '../../core/session/gate.ts'

/** Pixels of a picture, all frames of a moving one together (controls C21). */
export const maxPixels = 40_000_000

/** Seconds one picture may take. */
const timeout = 20

/** Each picture under work takes up to 4 bytes a pixel: few at once, the others wait. */
const gate = makeGate(2, 100)

/** Formats that are re-encoded: only decoded pixels are kept, nothing else from the file (EXIF, comments, a second format). */
export const pictureSuffixes: ReadonlySet<string> = new Set(['png', 'jpg', 'gif', 'webp'])

export interface Picture {
  width: number
  height: number
}

/**
 * Decodes the picture at `from` and re-encodes it to `to`, upright, without metadata, and scaled down to `maxEdge` pixels (0: as it is).
 * Refused when it is no picture or has too many pixels.
 */
export function redraw(from: string, to: string, { suffix, maxEdge }: { suffix: string; maxEdge: number }): Promise<Picture> {
  return gate(async () => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
    try {
      const { pages = 1 } = await sharp(from, options).metadata()
      const moving = pages > 1
      const image = sharp(from, { ...options, animated: moving })
      const upright = moving ? image : image.autoOrient()
      const scaled = maxEdge > 0 ? upright.resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true }) : upright
      const { width, height, pageHeight } = await encoded(scaled, suffix).timeout({ seconds: timeout }).toFile(to)
      await flush(to)
      return { width, height: pageHeight ?? height }
    } catch (error) {
      throw asRefusal(error)
    }
  })
}

function encoded(image: import('sharp').Sharp, suffix: string): import('sharp').Sharp {
  switch (suffix) {
    case 'jpg':
      return image.jpeg({ quality: 90 })
    case 'webp':
      return image.webp({ quality: 90 })
    case 'gif':
      return image.gif()
    default:
      return image.png()
  }
}

/** Errors of the disk have a code; what sharp says of a picture has none. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  if (/pixel limit|too large|exceeds/i.test(error.message)) return new Refused('upload.pixels', { max: maxPixels / 1e6 })
  return new Refused('upload.picture')
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
