/** A way in which Kontor's answers differ from BuildAdmin's on purpose. */
export interface Difference {
  /** Places in the recording where it occurs. */
  exchanges: readonly number[]
  path: string
  what: string
  why: string
}

/** Requests that cannot be replayed because their screen is not there yet, by the beginning of their address. */
export const notThereYet: readonly { address: RegExp; why: string }[] = [
  {
    address: /^\/admin\/crud\.(?!Crud\/(?:generate|delete)$|Log\/index$)/i,
    why: 'the generator in the back office takes drafts of screens in place of these steps',
  },
  { address: /^\/admin\/test\.Build\//i, why: 'a screen that the recorded generator made' },
]

const adminLists = [5, 6, 7, 8, 9, 10, 11, 19, 108, 109, 110, 111, 112, 113, 114, 115, 118, 119, 121, 122]
const memberLists = [39, 73, 78, 124]
const otherLists = [41, 43, 46, 52, 53, 57, 63, 66, 72, 76, 95, 123]
const adminForms = [12, 15, 22, 83]
const groupOptions = [13, 16, 17, 23, 27, 30, 84]
const ruleOptions = [34, 38]

const attachmentLists = [49, 82]
/** What BuildAdmin tells of whoever uploaded a file beside id and nickname, the hash of their password included. */
const ofUploader =
  'group_arr group_name_arr username avatar email mobile login_failure last_login_time last_login_ip password salt motto status update_time create_time'

/** The written list: every further way in which an answer differs fails the test, and so does an entry that no longer occurs. */
export const differences: readonly Difference[] = [
  { exchanges: [3], path: 'data.siteConfig', what: 'further key editor', why: 'tells whether rich text can be edited' },
  { exchanges: [3], path: 'data.siteConfig', what: 'further key terminal', why: 'tells whether there is a terminal' },
  {
    exchanges: [67],
    path: 'data',
    what: 'further key catalogue',
    why: 'the modules there are: BuildAdmin asks its own site for them',
  },
  {
    exchanges: [67],
    path: 'data',
    what: 'further key source',
    why: "where a publisher's catalogue is, and why it cannot be read",
  },
  { exchanges: [67], path: 'data', what: 'further key parts', why: 'the modules of this server, which are no packages' },
  { exchanges: [67], path: 'data', what: 'further key allowUnsigned', why: 'whether packages need a signature' },
  { exchanges: [67], path: 'data', what: 'further key keys', why: 'whose signatures are trusted' },
  { exchanges: [67], path: 'data', what: 'further key isLive', why: 'whether this server may change its modules' },
  { exchanges: [67], path: 'data', what: 'further key hasPayments', why: 'whether modules can be paid for' },
  { exchanges: [69], path: 'data', what: 'object instead of null', why: 'names what was cleared' },
  { exchanges: [4], path: 'data', what: 'further key range', why: 'the figures of the dashboard, of which BuildAdmin has none' },
  { exchanges: [4], path: 'data', what: 'further key cards', why: 'as the range' },
  { exchanges: [4], path: 'data', what: 'further key charts', why: 'as the range' },
  { exchanges: [4], path: 'data', what: 'further key age', why: 'as the range' },
  { exchanges: [51], path: 'data', what: 'further key row', why: "the record as Kontor's own form reads it" },
  {
    exchanges: [...adminLists, ...memberLists, ...otherLists, ...attachmentLists],
    path: 'data',
    what: 'further key total_is',
    why: 'tells whether a total is counted or, above 10 000 rows, estimated',
  },
  {
    exchanges: [...adminForms, 29, 33, 40, 44, 50, 58, 64, 86],
    path: 'data.row',
    what: 'further key _version',
    why: 'sent back with an edit, it tells that somebody else changed the record meanwhile; who does not know it leaves it out',
  },
  {
    exchanges: adminLists,
    path: 'data.list[]',
    what: 'further key login_failure',
    why: 'the button "unlock" stands where it is 10 or more',
  },
  { exchanges: adminForms, path: 'data.row', what: 'further key login_failure', why: 'as in the list' },
  {
    exchanges: groupOptions,
    path: 'data.options[]',
    what: 'further key data_scope',
    why: 'how far the rows of a group reach: a field of its own here',
  },
  {
    exchanges: groupOptions,
    path: 'data.options[]',
    what: 'further key member_count',
    why: 'how many administrators a group has is shown in the list',
  },
  { exchanges: [25], path: 'data.list[]', what: 'further key data_scope', why: 'as among the options' },
  { exchanges: [29], path: 'data.row', what: 'further key data_scope', why: 'as among the options' },
  {
    exchanges: [25, 41, 43],
    path: 'data.list[]',
    what: 'further key member_count',
    why: 'how many people a group has is shown in the list',
  },
  { exchanges: [29, 44], path: 'data.row', what: 'further key member_count', why: 'as in the list' },
  { exchanges: [26, 45], path: 'data.list[]', what: 'further key title_en', why: 'menus have a title in each language' },
  { exchanges: [33], path: 'data.row', what: 'further key title_en', why: 'menus have a title in each language' },
  { exchanges: ruleOptions, path: 'data.options[]', what: 'further key title_en', why: 'menus have a title in each language' },
  {
    exchanges: [55, 61, 89],
    path: 'data.list[].connection',
    what: 'text instead of null',
    why: 'a table names its connection, also where none was asked for',
  },
  { exchanges: [59], path: 'data.fieldList', what: 'further key data_scope', why: 'as among the options' },
  { exchanges: [134], path: 'data.fieldList', what: 'further key disable_reason', why: 'why a member was disabled is kept' },
  { exchanges: [134], path: 'data.fieldList', what: 'further key delete_time', why: 'deleted members can be restored' },
  { exchanges: [134], path: 'data.fieldList', what: 'missing key salt', why: 'hashes carry their salt' },
  {
    exchanges: [96, 135, 139],
    path: 'code',
    what: '0 instead of 1',
    why: 'the designer takes the draft of a screen, and what was seen of its plan (decision 137)',
  },
  {
    exchanges: [94, 96, 135, 139],
    path: 'data',
    what: 'object instead of null',
    why: 'refusals name the fields they are about',
  },
  { exchanges: [41, 43], path: 'data.list[]', what: 'further key remark', why: 'a group of members may have a note' },
  { exchanges: [44], path: 'data.row', what: 'further key remark', why: 'a group of members may have a note' },
  { exchanges: [54, 74], path: 'data', what: 'further key row', why: 'GET add gives the defaults of the form as well' },
  { exchanges: [74], path: 'data.user', what: 'missing key password', why: 'a hash of a password does not leave the server' },
  {
    exchanges: [74],
    path: 'data.user',
    what: 'missing key salt',
    why: 'hashes carry their salt; and it would not leave the server either',
  },
  {
    exchanges: [97],
    path: '',
    what: 'object instead of text',
    why: 'the recording lost this answer: the page was left before it came',
  },
  {
    exchanges: [100, 101],
    path: '',
    what: 'object instead of text',
    why: 'what is not found is told as JSON, with HTTP 404 as there',
  },
  {
    exchanges: [98, 104, 105, 107],
    path: 'data',
    what: 'object instead of null',
    why: 'refusals name the fields they are about (data.errors), or that the record is in another state (data.type)',
  },
  {
    exchanges: [116, 120],
    path: '',
    what: 'HTTP 200 instead of 500',
    why: 'an unknown field is refused with a message instead of failing in the database',
  },
  {
    exchanges: [116, 120],
    path: '',
    what: 'object instead of text',
    why: 'an unknown field is refused with a message instead of failing in the database',
  },
  {
    exchanges: [117],
    path: 'code',
    what: '0 instead of 1',
    why: 'an unknown operator is refused; ignoring it would show rows that nobody asked for',
  },
  { exchanges: [117], path: 'data', what: 'null instead of object', why: 'an unknown operator is refused' },
  {
    exchanges: [142],
    path: 'code',
    what: '0 instead of 401',
    why: 'administrators one may not manage are "not found", like those that do not exist: a call tells nothing about them',
  },
  { exchanges: [142], path: 'data', what: 'null instead of list', why: 'as the code' },
  { exchanges: [24], path: 'data.file', what: 'further key user_id', why: 'a new file answers like one that was there' },
  ...ofUploader.split(' ').map((key) => ({
    exchanges: [49],
    path: 'data.list[].admin',
    what: `missing key ${key}`,
    why: 'the list shows the name of who uploaded; nobody is told the rest',
  })),
  ...['result_code', 'duration_ms', 'title_en'].map((key) => ({
    exchanges: [52, 76],
    path: 'data.list[]',
    what: `further key ${key}`,
    why: 'how a call ended, and how long it took',
  })),
  ...ofUploader
    .split(' ')
    .filter((key) => key !== 'username')
    .flatMap((key) =>
      [
        { exchanges: [63, 66], path: 'data.list[].admin' },
        { exchanges: [64, 86], path: 'data.row.admin' },
      ].map((place) => ({ ...place, what: `missing key ${key}`, why: 'logs name who acted, and nothing else of the account' })),
    ),
  { exchanges: [65], path: 'data', what: 'object instead of null', why: 'says how many records were restored' },
  ...['missing key password', 'missing key salt'].map((what) => ({
    exchanges: [64],
    path: 'data.row.data',
    what,
    why: 'secrets do not go to the recycle bin',
  })),
  {
    exchanges: [64],
    path: 'data.row.data.status',
    what: 'whole number instead of whole number as text',
    why: 'the row as the table has it, where the status is a number',
  },
  { exchanges: [64], path: 'data.row.data', what: 'further key second_factor', why: 'a column of Kontor' },
  ...['text instead of null', 'empty text instead of null'].map((what) => ({
    exchanges: [66],
    path: 'data.list[].after',
    what,
    why: 'an emptied field is an empty text',
  })),
  { exchanges: [49], path: 'data.list[]', what: 'further key preview', why: 'the picture shown for the file' },
  { exchanges: [49], path: 'data.list[]', what: 'further key update_time', why: 'the name can be changed' },
  { exchanges: [50], path: 'data.row', what: 'further key preview', why: 'as in the list' },
  { exchanges: [50], path: 'data.row', what: 'further key used', why: 'how many records refer to the file' },
  { exchanges: [50], path: 'data.row', what: 'further key update_time', why: 'as in the list' },
  { exchanges: [52, 76], path: 'data.list[]', what: 'further key admin', why: 'the list can show the name of the administrator' },
  { exchanges: [0], path: 'data', what: 'further key site', why: "the sign-in page shows the site's name and logo" },
  ...['recordNumber', 'logo', 'timeZone', 'zoneOffsets', 'idleMinutes', 'quickEntrance'].map((key) => ({
    exchanges: [3],
    path: 'data.siteConfig',
    what: `further key ${key}`,
    why: 'the frame, the dashboard and every time on a screen go by settings of the site',
  })),
  {
    exchanges: [47],
    path: 'data.list.basics.list[].content',
    what: 'object instead of empty text',
    why: 'two languages to choose from',
  },
  { exchanges: [48], path: 'data', what: 'object instead of null', why: 'whether the frame has to read the settings again' },
  { exchanges: [47], path: 'data', what: 'further key row', why: "the record as Kontor's own form reads it" },
  { exchanges: [47], path: 'data', what: 'further key items', why: 'the fields that people made, as parsed for the form' },
  { exchanges: [47], path: 'data', what: 'further key groups', why: 'the tabs that people made, for the form' },
  ...['data.list', 'data.configGroup'].flatMap((path) => [
    { exchanges: [47], path, what: 'further key login', why: 'settings of signing in are set on the screen' },
    { exchanges: [47], path, what: 'further key upload', why: 'settings of uploads are set on the screen' },
    { exchanges: [47], path, what: 'further key security', why: 'the sites that menus may frame are set on the screen' },
  ]),
  {
    exchanges: [47],
    path: 'data.list.mail.list[].content',
    what: 'further key none',
    why: 'a mail server in the own house may have no encryption',
  },
  {
    exchanges: [47],
    path: 'data.list.mail.list[].value',
    what: 'whole number instead of empty text or text or whole number as text',
    why: 'the value of a number is one: the validator "integer" of BuildAdmin\'s client refuses a text',
  },
  {
    exchanges: [47],
    path: 'data.list.basics.list[].value',
    what: 'whole number instead of empty text or list or text',
    why: 'as in the tab of the mail settings',
  },
  { exchanges: [52, 76], path: 'data.list[]', what: 'further key method', why: 'whether something was saved or deleted' },
  { exchanges: [52, 76], path: 'data.list[]', what: 'further key update_time', why: 'every table has it' },
  { exchanges: [50], path: 'data.row', what: 'further key places', why: 'the records that name the file' },
]
