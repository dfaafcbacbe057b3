export const menuRuleTypes = ['menu_dir', 'menu', 'button', 'route', 'nav', 'nav_user_menu'] as const
export type MenuRuleType = (typeof menuRuleTypes)[number]
export const menuTypes = ['tab', 'link', 'iframe'] as const
export type MenuType = (typeof menuTypes)[number]
export const menuExtends = ['none', 'add_rules_only', 'add_menu_only'] as const
export type MenuExtend = (typeof menuExtends)[number]

/** A menu rule as the server delivers it (protocol 2.2). Buttons are ordinary children; `children` is absent for leaves. */
export interface MenuRule {
  id: number
  pid: number
  type: MenuRuleType
  title: string
  name: string
  path: string
  icon: string
  menu_type: MenuType | null
  url: string
  component: string
  /** The rule's name when the screen is kept alive, else 0. */
  keepalive: 0 | string
  extend: MenuExtend
  no_login_valid?: number
  children?: MenuRule[]
}

/** An entry of src/schemas/menus/<area>.json: it becomes a row of the table of rules, known by its name. The id is the database's. */
export interface MenuSeed {
  type: MenuRuleType
  /** Unique among all names of the area, whatever the case; the name of its page where it opens one. */
  name: string
  /** Name of the entry it is shown below; absent: the top of the menu. */
  parent?: string
  title: string
  title_en: string
  icon?: string
  menu_type?: MenuType
  /** Its address; the name when absent. */
  path?: string
  url?: string
  component?: string
  extend?: MenuExtend
  status?: 0 | 1
  keepalive?: 0 | 1
  /** Members' rules: also delivered to visitors who are not signed in. */
  no_login_valid?: 0 | 1
  /** Nodes of the buttons below it. A button is the rule `<name>/<node>`. */
  buttons?: string[]
}

/** Name of the rule that a button of a menu entry becomes. */
export const buttonName = (entry: string, node: string): string => `${entry}/${node}`
