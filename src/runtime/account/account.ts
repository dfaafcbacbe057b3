import type { HttpClient } from '../http/client.ts'
import type { Session } from '../http/session.ts'
import { type AdminInfo, takeAdminInfo } from '../stores/adminInfo.ts'
import { type SiteConfig, takeSiteConfig } from '../stores/siteConfig.ts'

export interface SignInValues {
  username: string
  password: string
  keep: boolean
  captchaId?: string
  captchaInfo?: string
  /** The code of the second factor, or a recovery code. */
  totp?: string
}

/** Signing in to the back office and out of it. */
export interface Account {
  /** Does the sign-in ask for a captcha? Rejects with a CallError. */
  signInNeeds(): Promise<{ captcha: boolean }>
  /** Signs in; afterwards `boot` delivers the rest. Rejects with a CallError that was said to the person. */
  signIn(values: SignInValues): Promise<void>
  /** Forgets who is signed in at once, whatever the server answers, and reports the sign-out to the server. */
  signOut(): Promise<void>
}

export interface AccountOptions {
  http: HttpClient
  session: Session
  adminInfo: AdminInfo
  siteConfig: SiteConfig
  forget(): void
}

/** Makes the account of the back office. */
export function createAccount({ http, session, adminInfo, siteConfig, forget }: AccountOptions): Account {
  return {
    async signInNeeds() {
      const { data } = await http.get<{ captcha: boolean; site?: unknown }>('/admin/Index/login', {}, { token: '' })
      takeSiteConfig(siteConfig, data.site)
      return { captcha: data.captcha }
    },
    async signIn(values) {
      const { data } = await http.post<{ userInfo: Partial<AdminInfo> & { token: string } }>('/admin/Index/login', values)
      const { token, refresh_token = '', ...info } = data.userInfo
      takeAdminInfo(adminInfo, info)
      session.set('admin', { token, refresh_token })
    },
    async signOut() {
      const token = session.token('admin')
      const refreshToken = session.refreshToken('admin')
      session.clear('admin')
      forget()
      if (token === '') return
      const quiet = { token, showError: false, showCodeMessage: false }
      await http.post('/admin/Index/logout', { refreshToken }, quiet).catch(() => undefined)
    },
  }
}
