import type { Readable } from 'node:stream'
import { type Entry, open, type ZipFile } from 'yauzl'
import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { Refused } from '../../../../core/refuse.ts'
import { figure } from '../figure.ts'

/**
 * What a workbook may be (control C22): files in it, bytes of all of them, and how much smaller than those it may be. Sheets are read as a
 * stream: their bytes cost time and no memory.
 */
const zipLimits = { entries: 2000, bytes: importLimits.unpacked, ratio: 100 } as const
/** Small files may be as dense as they like. */
const smallEntry = 64 * 1024

/** A workbook that was opened: its files by name. */
export interface Archive {
  has(name: string): boolean
  /** The bytes of a file; more than it says it has are refused. Throws for a name that is not there. */
  read(name: string): Promise<Readable>
  close(): void
}

/** Opens a zip and checks its directory before unpacking anything. Throws `Refused`. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await opened(path)
  try {
    const entries = await entriesOf(zip)
    return {
      has: (name) => entries.has(name),
      read: (name) => streamOf(zip, entries.get(name)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof Refused ? error : new Refused('import.workbook')
  }
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }, (error, zip) => {
      if (error) reject(new Refused('import.workbook'))
      else resolve(zip)
    })
  })
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const names = new Set<string>()
  let bytes = 0
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize
      const name = entry.fileName.normalize('NFC').toLowerCase()
      const dense = entry.uncompressedSize > smallEntry && entry.uncompressedSize > entry.compressedSize * zipLimits.ratio
      const encrypted = (entry.generalPurposeBitFlag & 1) !== 0
      if (entries.size >= zipLimits.entries || bytes > zipLimits.bytes || dense || encrypted || names.has(name))
        return reject(
          encrypted ? new Refused('import.locked') : new Refused('import.bomb', { mb: figure(zipLimits.bytes / 1024 ** 2) }),
        )
      names.add(name)
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function streamOf(zip: ZipFile, entry: Entry | undefined): Promise<Readable> {
  if (!entry) throw new Refused('import.workbook')
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new Refused('import.workbook'))
      else resolve(stream)
    })
  })
}
