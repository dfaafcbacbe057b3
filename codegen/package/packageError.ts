/** A package that is refused. The message is one sentence that names the place and the cause. */
export class PackageError extends Error {
  override readonly name = 'PackageError'
  /** The file in the package that it is about; '' for the package itself. */
  readonly file: string
  constructor(file: string, what: string) {
    super(file === '' ? what : `${file}: ${what}`)
    this.file = file
  }
}

/** How large a package may be. */
export interface PackageLimits {
  /** Bytes of the package itself. */
  bytes: number
  /** Files in it. */
  files: number
  /** Bytes of one file, and of all files together, when they are unpacked. */
  fileBytes: number
  unpackedBytes: number
  /** How many times larger than packed a file may be; small ones (64 kB) may be as dense as they like. */
  ratio: number
  /** Characters of a name, and folders in it. */
  nameLength: number
  depth: number
}

export const packageLimits: PackageLimits = {
  bytes: 5 * 1024 ** 2,
  files: 500,
  fileBytes: 2 * 1024 ** 2,
  unpackedBytes: 20 * 1024 ** 2,
  ratio: 100,
  nameLength: 150,
  depth: 8,
}
