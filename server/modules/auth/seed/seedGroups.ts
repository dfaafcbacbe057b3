/** A group that the first start adds. Rights are names of menu rules; `x/*` is the rule x with everything below it. */
export interface GroupSeed {
  id: number
  pid: number
  name: string
  scope: 'own' | 'children' | 'all'
  rights: readonly string[]
}

export const superGroup: GroupSeed = { id: 1, pid: 0, name: '超级管理组', scope: 'all', rights: ['*'] }

/** An administrator of the demo. */
export interface AdminSeed {
  id: number
  username: string
  nickname: string
  email: string
  mobile: string
  /** Id of the group. */
  group: number
  /** What the table of accounts calls the account at the first start. */
  role: string
  /** Whether the account can sign in. */
  enabled: boolean
}

/** Groups and administrators of a demo; the administrators share one password. A right without a rule is skipped. */
export interface DemoStaff {
  groups: readonly GroupSeed[]
  admins: readonly AdminSeed[]
}

/** The staff of a demo where no module has its own. */
export const platformStaff: DemoStaff = {
  groups: [
    {
      id: 2,
      pid: 1,
      name: '运营',
      scope: 'all',
      rights: [
        'dashboard/*',
        'user/*',
        'sms/*',
        'dataio/*',
        'routine/config/index',
        'routine/config/edit',
        'routine/attachment/*',
        'routine/adminInfo/*',
        'routine/session/*',
        'routine/ownLog/*',
      ],
    },
  ],
  admins: [
    {
      id: 2,
      username: 'manager',
      nickname: '林经理',
      email: 'manager@example.com',
      mobile: '13800130002',
      group: 2,
      role: 'Manager',
      enabled: true,
    },
  ],
}
