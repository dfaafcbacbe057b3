import type { Account } from '../modules/auth/seed/seed.ts'

/** The table of accounts, for a terminal. */
export function signInTable(accounts: Account[]): string {
  const rows = [{ username: 'User', role: 'Role', password: 'Password' }, ...accounts]
  const wide = (key: 'username' | 'role') => Math.max(...rows.map((row) => width(row[key]))) + 2
  const [user, role] = [wide('username'), wide('role')]
  const lines = rows.map((row) => `  ${pad(row.username, user)}${pad(row.role, role)}${row.password}`)
  return ['', 'Sign-in data (shown this once, only hashes are kept):', '', ...lines, ''].join('\n')
}

/** What a start says when the server answers. */
export function greeting(address: string, feedPort: number, milliseconds: number): string {
  return `\nKontor is ready at ${address} (live feed on port ${feedPort}) after ${milliseconds} ms. Ctrl-C stops it.\n`
}

/** Han characters take two columns of a terminal. */
function width(text: string): number {
  let columns = 0
  for (const each of text)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/.test(each) ? 2 : 1
  return columns
}

const pad = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)))
