/** What a BuildAdmin server knows of a screen's table (protocol 1.6, 6 and 7). Names are separated by spaces. */
export interface TableFacts {
  /** Columns of the table: shown, searched and sorted by. A tree is neither searched nor sorted. */
  columns: string
  /** What its rows have besides and its SQL does not: shown only. */
  computed?: string
  /** Columns of joined tables, by relation. */
  joined?: Readonly<Record<string, string>>
  /** What the quick search of that controller looks at. */
  quickSearch: string
  /** Columns that hold cents while rows show yuan. */
  cents?: string
  /** It takes neither `search` nor `order`. */
  plain?: true
  /** Columns whose value is JSON: their text stays as it is. */
  json?: string
}

const times = 'update_time create_time'
const ofMember = 'id group_id username nickname email mobile avatar gender'
const rule = `id pid type title name path icon menu_type url component extend remark weigh status ${times}`

/** By screen id. A missing screen is one of that server's own: its rows define what it has. */
export const tableFacts: Readonly<Record<string, TableFacts>> = {
  'auth/admin': {
    columns: `id username nickname avatar email mobile last_login_time last_login_ip motto status ${times}`,
    computed: 'group_arr group_name_arr',
    quickSearch: 'username nickname',
  },
  'auth/group': { columns: `id pid name rules status ${times}`, quickSearch: 'name', plain: true },
  'auth/rule': { columns: `${rule} keepalive`, quickSearch: 'title', plain: true },
  'auth/adminLog': {
    columns: 'id admin_id username url title data ip useragent create_time',
    quickSearch: 'title',
    json: 'data',
  },
  'user/user': {
    columns: `${ofMember} birthday money score last_login_time last_login_ip login_failure join_ip join_time motto status ${times}`,
    joined: { group: 'id name status' },
    quickSearch: 'username nickname id',
    cents: 'money',
  },
  'user/group': { columns: `id name rules status ${times}`, quickSearch: 'name' },
  'user/rule': { columns: `${rule} no_login_valid`, quickSearch: 'title', plain: true },
  'user/moneyLog': {
    columns: 'id user_id money before after memo create_time',
    joined: { user: ofMember },
    quickSearch: 'user.username user.nickname',
    cents: 'money before after',
  },
  'user/scoreLog': {
    columns: 'id user_id score before after memo create_time',
    joined: { user: ofMember },
    quickSearch: 'user.username user.nickname',
  },
  'routine/attachment': {
    columns: 'id topic admin_id user_id url width height name size mimetype quote storage sha1 create_time last_upload_time',
    computed: 'suffix full_url preview',
    joined: { admin: 'id username nickname', user: ofMember },
    quickSearch: 'name',
  },
  'account/balance': { columns: 'id user_id money before after memo create_time', quickSearch: '', plain: true },
  'account/integral': { columns: 'id user_id score before after memo create_time', quickSearch: '', plain: true },
}

/** The names in one of these texts. */
export const namesIn = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean)
