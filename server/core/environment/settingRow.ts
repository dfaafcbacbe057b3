/** What can be set by environment variables; everything else is set on the screens. */
export type Settings = {
  /** Address to listen on. */
  host: string
  /** Port of pages and calls; 0 takes a free one. */
  port: number
  /** Port of the live feed; 0 takes a free one. */
  feedPort: number
  /** Absolute path of the directory with the embedded database and the uploaded files. */
  dataDir: string
  /** URL of another PostgreSQL; absent: the embedded one. */
  databaseUrl: string | undefined
  /** Memory in MB that the embedded database plans with; absent: half of the machine's. */
  databaseMemory: number | undefined
  /** The owner's first password; absent: a random one, printed once. */
  adminPassword: string | undefined
  /** What the key for secrets in the database is derived from; absent: a file in `dataDir`. */
  secret: string | undefined
  /** Whether signing in to the back office asks for a captcha even where the site's configuration does not. */
  loginCaptcha: boolean
  /** Whether the first start fills the modules that are on with demo data and makes demo administrators. */
  demo: boolean
  /** Further host names under which the server may be called, such as that of a proxy before it. */
  hosts: string[]
  /** How menu rules deliver `component`: as the page's id, or as the path that BuildAdmin's own client knows. */
  component: 'page' | 'buildadmin'
  /** Whether rich text may be edited; without the editor it is only shown. */
  editor: boolean
  /** Whether super administrators have the terminal. */
  terminal: boolean
  /** Whether mail may be sent through a server in the own network. */
  mailOwnNetwork: boolean
  /** Where members pay without a balance: nowhere, in a sandbox of this server, or in one at this URL; absent: in a sandbox if it is a demo. */
  payments: string | undefined
  /** What a sandbox at a URL and this server sign their calls with. */
  paymentKey: string | undefined
  /** Whether providers of short messages may be in the own network, and speak plain http. */
  smsOwnNetwork: boolean
  /** Path under which the back office is found; absent: the site's configuration says it. */
  entrance: string | undefined
  /** The modules that are on, in order. */
  modules: readonly string[]
  /** Absolute paths of files with the public keys whose packages may be installed. */
  moduleKeys: readonly string[]
  /** Where a publisher's catalogue of packages is; absent: only what comes with Kontor is offered. */
  moduleCatalogue: string | undefined
  /** Whether that catalogue and its packages may be in the own network, and come over plain http. */
  catalogueOwnNetwork: boolean
  /** Absolute path of the folder with the screens of the operator's own; absent: those that are in the database. */
  workspace: string | undefined
}

/** One environment variable: a row of the table in the README, which a test compares with this one. */
export type SettingRow = {
  name: string
  /** The default as people would type it; '' when being absent has a meaning of its own. */
  default: string
  /** What it is, in one sentence. */
  what: string
  /** Whether set to nothing means something else than not set. */
  emptyCounts?: true
  /** What is allowed, in the words of the error message. */
  allowed: string
  /** The value for a text; undefined when the text is not allowed. An absent variable is given as its default. */
  read(text: string): Partial<Settings> | undefined
}
