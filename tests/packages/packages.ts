import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { readModuleFolder } from '../../codegen/package/pack.ts'
import { manifestText } from '../../codegen/package/packageManifest.ts'
import { readPrivateKey, signManifest } from '../../codegen/package/signature.ts'

export const root = join(import.meta.dirname, '../..')
/** The packages whose sources are in the repository. */
export const packageUids = readdirSync(join(root, 'packages'))
  .filter((name) => existsSync(join(root, 'packages', name, 'module.json')))
  .sort()
export const folderOf = (uid: string) => join(root, 'packages', uid)

/** A pair of keys in PEM. */
export function keyPair(): { privateKey: string; publicKey: string } {
  const pair = generateKeyPairSync('ed25519')
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** The files of a good package, which each test changes in one place. */
export const goodFiles = () => readModuleFolder(folderOf('suppliers'))

/** A package of any files, signed as a publisher would who means harm. */
export function packOf(files: ReadonlyMap<string, Buffer>, privateKey: string): Buffer {
  return rawZip(signedFiles(files, privateKey).map(([name, bytes]) => ({ name, bytes })))
}

export function signedFiles(files: ReadonlyMap<string, Buffer>, privateKey: string): [string, Buffer][] {
  const { uid, version } = JSON.parse(files.get('module.json')?.toString() ?? '{}') as { uid: string; version: string }
  const manifest = manifestText({ uid, version }, files)
  return [['manifest.json', manifest], ['signature', signManifest(manifest, readPrivateKey(privateKey))], ...files]
}

/** What a zip says of one of its files; each header may lie. */
export interface RawFile {
  name: string
  bytes: Buffer
  localName?: string
  flags?: number
  attributes?: number
  size?: number
}

/** A zip that no library would write. */
export function rawZip(files: readonly RawFile[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, bytes, localName = name, flags = 0x800, attributes = 0, size = bytes.length } of files) {
    const data = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.from(common)
    local.writeUInt16LE(Buffer.byteLength(localName), 22)
    const start = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), local, Buffer.from(localName), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(attributes >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, Buffer.from(name)]))
    locals.push(start)
    offset += start.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
