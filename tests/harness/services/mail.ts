import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { TestServer } from '../server.ts'

export interface ReceivedMail {
  to: string
  from: string
  subject: string
  text: string
}

/** A real mail server on a free port of this machine. */
export interface MailServer {
  port: number
  /** What it has taken, oldest first. */
  mails: ReceivedMail[]
  /** The last code sent to an address; undefined when there is none. */
  codeFor(address: string): string | undefined
  close(): Promise<void>
}

export const mailUser = 'shop@kontor.test'
export const mailPassword = 'Smtp-canary-&<9>'

/** Starts one that knows one user. `secure`: it speaks TLS from the start, with a certificate nobody trusts. */
export async function startMailServer({ secure = false, refuse = '' } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    secure,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === mailUser && password === mailPassword) done(null, { user: username })
      else done(new Error('no such user'))
    },
    onRcptTo({ address }, _session, done) {
      done(refuse !== '' && address.includes(refuse) ? new Error('no such mailbox') : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        mails.push({ to, ...read(Buffer.concat(parts).toString('utf8')) })
        done()
      })
    },
  })
  server.on('error', () => undefined) // peers that go away in the middle
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    codeFor: (address) => /\b\d{6}\b/.exec(mails.findLast(({ to }) => to === address)?.text ?? '')?.[0],
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/** The parts of a mail that tests look at. */
function read(source: string): Omit<ReceivedMail, 'to'> {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const body = rest.join('\r\n\r\n')
  const isBase64 = header('Content-Transfer-Encoding') === 'base64'
  const text = isBase64 ? Buffer.from(body, 'base64').toString('utf8') : unquoted(body)
  return { from: header('From'), subject: header('Subject'), text }
}

/** Lines of quoted-printable put together again; the tests' mails have nothing else that is quoted. */
const unquoted = (text: string): string => text.replace(/=\r\n/g, '')

/** Fills the site's mail settings in: mail goes through this server. */
export async function sendThrough(server: TestServer, mail: Pick<MailServer, 'port'>, more: Record<string, string> = {}) {
  const settings = {
    smtp_server: '127.0.0.1',
    smtp_port: String(mail.port),
    smtp_user: mailUser,
    smtp_pass: mailPassword,
    smtp_verification: 'none',
    smtp_sender_mail: 'shop@kontor.test',
    smtp_sender_name: 'The Shop',
    ...more,
  }
  for (const [name, value] of Object.entries(settings))
    await server.query(
      `insert into config (name, value, create_time, update_time) values ($1, $2, 0, 0)
        on conflict (name) do update set value = excluded.value`,
      [name, value],
    )
}
