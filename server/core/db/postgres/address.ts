import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from './identity.ts'

/** Where PostgreSQL listens; it stays the same over its restarts. */
export type Address = {
  /** Settings for PostgreSQL. */
  config: Record<string, string>
  /** A URL for `user` to `database`. */
  url(user: string, password: string, database: string): string
  /** Takes away what was made for it. */
  clear(): void
}

/**
 * A Unix socket in a directory that only its owner may enter: nothing on the network, and no port that somebody else can have taken.
 * Where there are none (Windows), a free port of the loopback address. Both ask for the password.
 */
export async function pickAddress(identity: Identity, platform = process.platform): Promise<Address> {
  return platform === 'win32' ? await onLoopback() : onSocket(identity)
}

/** The kernel's limit for the path of a socket is 104 bytes on macOS and 108 on Linux, with the end mark. */
const longestPath = 103
const port = 5432 // only part of the socket's name

function onSocket(identity: Identity): Address {
  const own = join(identity.home, 'run')
  const fits = Buffer.byteLength(join(own, `.s.PGSQL.${port}`)) <= longestPath
  const dir = fits ? own : mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : '/tmp', 'kontor-'))
  if (fits) mkdirSync(dir, { recursive: true, mode: 0o700 })
  identity.give(dir)
  const host = encodeURIComponent(dir)
  return {
    config: { listen_addresses: '', unix_socket_directories: dir, unix_socket_permissions: '0700', port: String(port) },
    url: (user, password, database) =>
      `postgresql://${user}:${password}@localhost:${port}/${encodeURIComponent(database)}?host=${host}`,
    clear: () => {
      if (!fits) rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function onLoopback(): Promise<Address> {
  const free = await freePort()
  return {
    config: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(free) },
    url: (user, password, database) => `postgresql://${user}:${password}@127.0.0.1:${free}/${encodeURIComponent(database)}`,
    clear: () => {},
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))))
    })
  })
}
