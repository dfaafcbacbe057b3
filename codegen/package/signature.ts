import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { PackageError } from './packageError.ts'

/** SHA-256, in hexadecimal digits. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A private key of Ed25519 from its PEM. Throws `PackageError` when it is none. */
export function readPrivateKey(pem: string): KeyObject {
  return ed25519(() => createPrivateKey(pem), 'the key is no private key of Ed25519 in PEM')
}

/** A public key of Ed25519 from its PEM; that of a private one, too. Throws `PackageError` when it is none. */
export function readPublicKey(pem: string): KeyObject {
  return ed25519(() => createPublicKey(pem), 'the key is no public key of Ed25519 in PEM')
}

function ed25519(read: () => KeyObject, what: string): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {}
  throw new PackageError('', what)
}

/** The name of a key: the SHA-256 of its public half. */
export function fingerprintOf(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key
  return sha256(half.export({ type: 'spki', format: 'der' }))
}

export function signManifest(manifest: Buffer, key: KeyObject): Buffer {
  return sign(null, manifest, key)
}

/** The fingerprint of the key that signed the manifest. Throws `PackageError` when it is none of these. */
export function signerOf(manifest: Buffer, signature: Buffer, keys: readonly KeyObject[]): string {
  const key = signature.length === 64 ? keys.find((each) => verify(null, manifest, each, signature)) : undefined
  if (!key) throw new PackageError('signature', 'the signature is of none of the keys that are trusted, or of another package')
  return fingerprintOf(key)
}
