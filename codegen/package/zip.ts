import { crc32, inflateRawSync } from 'node:zlib'
import { messageOf } from '../../src/schemas/errors.ts'
import { PackageError, type PackageLimits } from './packageError.ts'

/** A file of a zip that has not been unpacked. */
export interface ZipEntry {
  name: string
  /** Unpacks it. Throws `PackageError` when it is not what the directory says. */
  read(): Buffer
}

/** An entry of the central directory. */
interface Listed {
  name: string
  raw: Buffer
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

const sizeOf = { end: 22, central: 46, local: 30 } as const
const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const
/** The only flag that packages have: names are UTF-8. */
const utf8Names = 0x0800
const smallFile = 64 * 1024

/**
 * The files of a zip, in its order. Readers of zips differ in what they make of a file that contradicts itself; so every byte must belong to
 * one file that the directory lists, and both headers of a file must say the same. Nothing is unpacked. Throws `PackageError`.
 */
export function readZip(bytes: Buffer, limits: PackageLimits): ZipEntry[] {
  if (bytes.length > limits.bytes)
    throw new PackageError('', `the package has ${bytes.length} bytes; at most ${limits.bytes} are allowed`)
  const { count, start, end } = readEnd(bytes)
  if (count > limits.files) throw new PackageError('', `the package has ${count} files; at most ${limits.files} are allowed`)
  const listed = readCentral(bytes, { count, start, end })
  let at = 0
  let unpacked = 0
  const entries = listed.map((each) => {
    unpacked += each.size
    checkSize(each, limits)
    if (unpacked > limits.unpackedBytes)
      throw new PackageError('', `the files have more than ${limits.unpackedBytes} bytes when they are unpacked`)
    const data = readLocal(bytes, each, at)
    at = each.offset + sizeOf.local + each.raw.length + each.packed
    return { name: each.name, read: () => inflate(each, data) }
  })
  if (at !== start) throw new PackageError('', `there are ${start - at} bytes between the files and their directory`)
  return entries
}

/** Where the central directory is. */
function readEnd(bytes: Buffer): { count: number; start: number; end: number } {
  const end = bytes.length - sizeOf.end
  if (end < 0) throw new PackageError('', 'the file is no zip')
  if (bytes.readUInt32LE(end) !== signatures.end) {
    const isZip = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) >= 0
    throw new PackageError('', isZip ? 'there is something behind the end of the zip' : 'the file is no zip')
  }
  const [disk, diskOfStart, here, count] = [4, 6, 8, 10].map((at) => bytes.readUInt16LE(end + at)) as [
    number,
    number,
    number,
    number,
  ]
  const size = bytes.readUInt32LE(end + 12)
  const start = bytes.readUInt32LE(end + 16)
  if (disk !== 0 || diskOfStart !== 0 || here !== count) throw new PackageError('', 'the zip is one of several parts')
  if (bytes.readUInt16LE(end + 20) !== 0) throw new PackageError('', 'the zip has a comment')
  if (start + size < end) throw new PackageError('', 'there is something before the zip or before its end')
  if (start + size > end) throw new PackageError('', 'the directory of the zip is cut off')
  return { count, start, end }
}

function readCentral(bytes: Buffer, { count, start, end }: { count: number; start: number; end: number }): Listed[] {
  const found: Listed[] = []
  let at = start
  for (let i = 0; i < count; i++) {
    if (at + sizeOf.central > end || bytes.readUInt32LE(at) !== signatures.central)
      throw new PackageError('', 'the directory of the zip is damaged')
    const lengths = [28, 30, 32].map((each) => bytes.readUInt16LE(at + each))
    const [nameLength = 0, extra = 0, comment = 0] = lengths
    const raw = bytes.subarray(at + sizeOf.central, at + sizeOf.central + nameLength)
    const entry: Listed = {
      name: nameOf(raw),
      raw,
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if (extra !== 0 || comment !== 0)
      throw new PackageError(entry.name, 'the zip has extra fields or a comment for it; pack it with "module pack"')
    checkKind(entry, bytes.readUInt32LE(at + 38))
    found.push(entry)
    at += sizeOf.central + nameLength
  }
  if (at !== end) throw new PackageError('', 'the directory of the zip has more entries than it says')
  return found.sort((a, b) => a.offset - b.offset)
}

function nameOf(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    throw new PackageError('', 'a file has a name that is not UTF-8')
  }
}

/** Only plain files: the upper half of the attributes is the mode of Unix, 0x10 the folder of DOS. */
function checkKind({ name, flags, method }: Listed, attributes: number): void {
  const type = (attributes >>> 28) & 0xf
  if (type === 0xa) throw new PackageError(name, 'it is a link')
  if (name.endsWith('/') || type === 0x4 || (attributes & 0x10) !== 0)
    throw new PackageError(name, 'it is an entry for a folder; a package has files only')
  if (type !== 0 && type !== 0x8) throw new PackageError(name, 'it is a device, not a file')
  if ((flags & 0x2041) !== 0) throw new PackageError(name, 'it is encrypted')
  if ((flags & ~utf8Names) !== 0 || (method !== 0 && method !== 8))
    throw new PackageError(name, 'it is packed in a way that packages do not use; pack it with "module pack"')
}

function checkSize({ name, packed, size, method }: Listed, limits: PackageLimits): void {
  if (size > limits.fileBytes) throw new PackageError(name, `it has ${size} bytes; at most ${limits.fileBytes} are allowed`)
  if (size > smallFile && size > packed * limits.ratio)
    throw new PackageError(name, `it is more than ${limits.ratio} times larger than packed`)
  if (method === 0 && size !== packed) throw new PackageError(name, 'the zip contradicts itself about its size')
}

/** The packed bytes of a file. Its own header says what the directory says, and it begins where the file before it ended. */
function readLocal(bytes: Buffer, entry: Listed, at: number): Buffer {
  const { name, raw, offset, packed } = entry
  if (offset > at) throw new PackageError(name, 'there is something before it that belongs to no file')
  if (offset < at) throw new PackageError(name, 'it overlaps another file')
  const from = offset + sizeOf.local + raw.length
  if (from + packed > bytes.length || bytes.readUInt32LE(offset) !== signatures.local)
    throw new PackageError(name, 'it is not where the directory of the zip says')
  const isSame =
    bytes.readUInt16LE(offset + 6) === entry.flags &&
    bytes.readUInt16LE(offset + 8) === entry.method &&
    bytes.readUInt32LE(offset + 14) === entry.crc &&
    bytes.readUInt32LE(offset + 18) === packed &&
    bytes.readUInt32LE(offset + 22) === entry.size &&
    bytes.readUInt16LE(offset + 26) === raw.length &&
    bytes.readUInt16LE(offset + 28) === 0 &&
    bytes.subarray(offset + sizeOf.local, from).equals(raw)
  if (!isSame) throw new PackageError(name, 'its own header and the directory of the zip differ')
  return bytes.subarray(from, from + packed)
}

/** The bytes of a file; never more than the directory says. */
function inflate({ name, method, size, crc }: Listed, data: Buffer): Buffer {
  const bytes = method === 0 ? Buffer.from(data) : inflated(name, data, size)
  if (bytes.length !== size) throw new PackageError(name, `it has ${bytes.length} bytes, not ${size} as the zip says`)
  if (crc32(bytes) !== crc) throw new PackageError(name, 'its check sum is wrong: the file is damaged')
  return bytes
}

function inflated(name: string, data: Buffer, size: number): Buffer {
  try {
    // `info` is known to Node and missing in its types: how much of the data was used.
    const options = { maxOutputLength: Math.max(size, 1), info: true }
    const { buffer, engine } = inflateRawSync(data, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    if (engine.bytesWritten !== data.length) throw new PackageError(name, 'there is something behind its packed bytes')
    return buffer
  } catch (error) {
    if (error instanceof PackageError) throw error
    if (/larger than/.test(messageOf(error))) throw new PackageError(name, `it has more bytes than the ${size} that the zip says`)
    throw new PackageError(name, 'it cannot be unpacked: the file is damaged')
  }
}
