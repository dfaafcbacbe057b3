import { ref } from 'valtio/vanilla'
import type { PageHashes } from '../../schemas/api/pages.ts'
import type { Channel } from '../../schemas/codeEvents.ts'
import type { MenuRule } from '../../schemas/language/menu/menu.ts'
import { claimDrafts } from '../form/draftOwner.ts'
import { buildMenu } from '../navigation/menu.ts'
import { takeSiteConfig } from '../stores/siteConfig.ts'
import type { UserInfo } from '../stores/userInfo.ts'
import type { Runtime } from './runtime.ts'

export interface MemberSignIn {
  username?: string
  password?: string
  keep: boolean
  /** Where a code takes the place of name and password: how it was sent. */
  loginType?: Channel
  captchaId?: string
  captchaInfo?: string
  /** Where an account is made by an address: which, and the code that was sent there. */
  registerType?: Channel
  email?: string
  mobile?: string
  captcha?: string
}

/** How new members register: by an address that a code is sent to, or by the account's name alone. */
export type RegisterWay = Channel | 'name'

/** What the sign-in page offers. */
export interface SignInNeeds {
  /** Is the member centre open? */
  open: boolean
  /** How new members may register; not at all: none. */
  register: readonly RegisterWay[]
  /** By what members sign in with a code. */
  codes: readonly Channel[]
  /** Does signing in ask for a captcha? */
  captcha: boolean
}

/** The member area of the front end: signing in to it, and the runtime as its screens meet it. */
export interface Member {
  /** What the sign-in page offers. Rejects with a CallError. */
  signInNeeds(): Promise<SignInNeeds>
  /** The terms of service, as rich text. Rejects with a CallError that has not been shown. */
  terms(): Promise<string>
  /** Signs in, or makes an account and signs it in. Rejects with a CallError that was said to the person. */
  signIn(values: MemberSignIn, tab: 'login' | 'register'): Promise<void>
  /**
   * Forgets the member at once, whatever the server answers, and reports the sign-out. An administrator in this browser stays signed in.
   */
  signOut(): Promise<void>
  /** Reads who is signed in, menu, rights and site settings. Rejects with a CallError. */
  boot(options?: { quiet: boolean }): Promise<void>
  booted(): boolean
  /** The same runtime with the menu and the rights of the member in the place of the administrator's. */
  runtime: Runtime
}

interface Needs {
  openMemberCenter?: boolean
  site?: unknown
  registerTypes?: RegisterWay[]
  loginTypes?: Channel[]
  accountVerificationType?: Channel[]
  userLoginCaptchaSwitch?: boolean
}

interface Init {
  site: unknown
  openMemberCenter: boolean
  userInfo: Partial<UserInfo> | []
  rules: MenuRule[]
  menus: MenuRule[]
  /** Kontor's servers deliver pages: which this member has. */
  pages?: PageHashes
}

const members = new WeakMap<Runtime, Member>()

/** The member area over a runtime; one for each. */
export function memberOf(runtime: Runtime): Member {
  const made = members.get(runtime) ?? createMember(runtime)
  members.set(runtime, made)
  return made
}

function createMember(runtime: Runtime): Member {
  const { http, session, stores } = runtime
  const { siteConfig, userInfo } = stores
  const boot: Member['boot'] = (options) => bootMember(runtime, options?.quiet ?? false)
  return {
    signInNeeds: async () => {
      const { data } = await http.get<Needs>('/api/user/checkIn', {}, { cancelDuplicate: false })
      takeSiteConfig(siteConfig, data.site)
      // A BuildAdmin server says only what it sends codes by: all of that serves to register.
      const register = data.registerTypes ?? data.accountVerificationType ?? []
      const captcha = data.userLoginCaptchaSwitch === true
      return { open: data.openMemberCenter !== false, register, codes: data.loginTypes ?? [], captcha }
    },
    terms: async () => {
      const quiet = { showError: false, showCodeMessage: false }
      return (await http.get<{ html: string }>('/api/user/terms', {}, quiet)).data.html
    },
    async signIn(values, tab) {
      const { data } = await http.post<{ userInfo: Partial<UserInfo> & { token: string } }>('/api/user/checkIn', {
        tab,
        ...values,
      })
      const { token, refresh_token = '' } = data.userInfo
      takeUserInfo(userInfo, data.userInfo)
      session.set('user', { token, refresh_token })
    },
    signOut: () => signOutMember(runtime),
    boot,
    booted: () => siteConfig.userInitialize && session.token('user') !== '',
    runtime: memberRuntime(runtime, boot),
  }
}

/** Reads who is signed in, menu, rights and site settings into the stores. */
async function bootMember({ http, storage, stores, memberAccess, pages }: Runtime, quiet: boolean): Promise<void> {
  const { memberCentre, siteConfig, userInfo } = stores
  const shown = quiet ? { showCodeMessage: false, showError: false } : {}
  const { data } = await http.get<Init>('/api/index/index', { requiredLogin: 1 }, shown)
  takeSiteConfig(siteConfig, data.site)
  if (!Array.isArray(data.userInfo)) takeUserInfo(userInfo, data.userInfo)
  claimDrafts(storage, 'user', userInfo.id)
  pages.take('user', data.pages)
  const own = buildMenu(data.menus, { prefix: '/user' })
  const further = buildMenu(data.rules, { prefix: '/user', types: ['nav', 'nav_user_menu'] })
  const nodes = { ...further.nodes, ...own.nodes }
  const routes = [...own.routes, ...further.routes]
  memberAccess.take(
    nodes,
    routes.flatMap(({ name, path }) => ({ of: name, as: path })),
  )
  Object.assign(memberCentre, {
    open: data.openMemberCenter,
    layoutMode: data.openMemberCenter ? 'Default' : 'Disable',
    menus: ref([...own.menus]),
    viewRoutes: ref(routes),
    authNode: ref(nodes),
    navUserMenus: ref(itemsOf(data.rules, 'nav_user_menu')),
  })
  siteConfig.headNav = ref(itemsOf(data.rules, 'nav'))
  siteConfig.userInitialize = true
}

async function signOutMember({ http, session, stores, memberAccess, unsaved, pages }: Runtime): Promise<void> {
  const token = session.token('user')
  const refreshToken = session.refreshToken('user')
  session.clear('user')
  unsaved.forget()
  memberAccess.clear()
  pages.forget('user')
  stores.siteConfig.userInitialize = false
  if (token === '') return
  const quiet = { token, showError: false, showCodeMessage: false }
  await http.post('/api/user/logout', { refreshToken }, quiet).catch(() => undefined)
}

/** The runtime with the member's menu and rights in place of the administrator's. */
function memberRuntime(runtime: Runtime, boot: Member['boot']): Runtime {
  const { http, stores, memberAccess } = runtime
  const { memberCentre, siteConfig, userInfo } = stores
  return {
    ...runtime,
    uploading: { http, address: '/api/ajax/upload', limits: () => siteConfig.upload, text: runtime.words.t },
    access: memberAccess,
    actor: () => ({ ...runtime.actor(), selfId: userInfo.id }),
    menus: () => memberCentre.menus,
    routes: () => memberCentre.viewRoutes,
    firstRoute: () => memberCentre.viewRoutes[0] ?? null,
    booted: () => siteConfig.userInitialize,
    // A form may have changed their name or their password: a session that ended is left.
    renewOwn: () => boot({ quiet: true }).catch(() => undefined),
  }
}

function itemsOf(rules: readonly MenuRule[], type: MenuRule['type']) {
  return [...buildMenu(rules, { prefix: '/user', types: [type] }).menus]
}

/** Takes what the server sent of the member; the tokens stay, and members the store does not have are left out. */
function takeUserInfo(store: UserInfo, sent: Partial<UserInfo>): void {
  store.id = Number(sent.id) || 0
  store.gender = Number(sent.gender) || 0
  store.score = Number(sent.score) || 0
  for (const key of ['username', 'nickname', 'email', 'mobile', 'avatar', 'birthday', 'last_login_ip', 'motto'] as const)
    store[key] = String(sent[key] ?? '')
  for (const key of ['money', 'last_login_time', 'join_time'] as const) store[key] = sent[key] ?? ''
}
