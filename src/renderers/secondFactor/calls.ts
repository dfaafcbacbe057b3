import type { Runtime } from '../../runtime/app/runtime.ts'

/** What is refused is said in place; so is what worked, where a dialog goes on. */
const quiet = { showError: false, showCodeMessage: false }
const at = '/admin/routine.AdminInfo/'

export interface State {
  on: boolean
  recoveryLeft: number
}

/** What an authenticator app needs: shown once. */
export interface SetUp {
  /** In groups of four, for people. */
  key: string
  /** otpauth:// */
  link: string
  /** Address of a picture (data:). */
  qr: string
}

export interface Proof {
  password: string
  /** A code of the app, or a recovery code. */
  totp: string
}

/** The calls of one's own second factor; each rejects with a CallError. */
export const callsOf = ({ http }: Runtime) => ({
  state: async () => (await http.get<State>(`${at}secondFactor`, {}, quiet)).data,
  start: async (password: string) => (await http.post<SetUp>(`${at}startSecondFactor`, { password }, quiet)).data,
  confirm: async (totp: string) => (await http.post<{ codes: string[] }>(`${at}confirmSecondFactor`, { totp }, quiet)).data.codes,
  renew: async (proof: Proof) => (await http.post<{ codes: string[] }>(`${at}renewRecoveryCodes`, proof, quiet)).data.codes,
  end: async (proof: Proof) => void (await http.post(`${at}endSecondFactor`, proof, { ...quiet, showSuccess: true })),
})
