/** What the server answered: `body` is the parsed JSON (an envelope where a handler spoke), `text` the body as it came. */
export type Answer<T = Record<string, unknown>> = { status: number; headers: Headers; text: string; body: Envelope<T> }

export type Envelope<T> = { code: number; msg: string; time: number; data: T }

/** Members may be nested (`search: [{ field, val, operator }]`); undefined ones are left out. */
export type Params = Record<string, unknown>

export type ClientOptions = { token?: string; lang?: 'zh-cn' | 'en'; headers?: Record<string, string> }

/** Speaks to a server like Kontor's own front end does. */
export type Client = {
  get<T = Record<string, unknown>>(path: string, params?: Params): Promise<Answer<T>>
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<Answer<T>>
  del<T = Record<string, unknown>>(path: string, params?: Params): Promise<Answer<T>>
  /** The same client with other options. */
  with(options: ClientOptions): Client
  token: string | undefined
}

/** Makes a client for the server at `url`, signed in when it has a token. */
export function makeClient(url: string, options: ClientOptions = {}): Client {
  const send = async <T>(method: string, path: string, params?: Params, body?: unknown): Promise<Answer<T>> => {
    const answer = await fetch(url + path + (params ? `?${encodeParams(params)}` : ''), {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        server: 'true',
        'think-lang': options.lang ?? 'en',
        'x-kontor-strict': '1',
        ...(method === 'GET' ? {} : { origin: url }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token ? { batoken: options.token } : {}),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: parse<Envelope<T>>(text) }
  }
  return {
    get: (path, params) => send('GET', path, params),
    post: (path, body = {}) => send('POST', path, undefined, body),
    del: (path, params) => send('DELETE', path, params),
    with: (more) => makeClient(url, { ...options, ...more }),
    token: options.token,
  }
}

/** The answer to a call; where the server has no room for it now, to the next try that it has room for, of ten. */
export async function unlessBusy<T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 1; ; tries++) {
    const answer = await call()
    if (answer.status !== 503 || tries === 10) return answer
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Writes parameters as axios does: `ids[]=1`, `search[0][field]=x`. */
export function encodeParams(params: Params): string {
  const pairs: string[] = []
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return
    if (Array.isArray(value)) {
      value.forEach((each, index) => {
        add(`${name}[${typeof each === 'object' && each !== null ? index : ''}]`, each)
      })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) add(`${name}[${key}]`, each)
    } else
      pairs.push(
        `${encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')}=${encodeURIComponent(String(value ?? ''))}`,
      )
  }
  for (const [key, value] of Object.entries(params)) add(key, value)
  return pairs.join('&')
}

/** What is no JSON (a page, an empty body) becomes an envelope with code NaN, which equals nothing a test asks for. */
function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    return { code: Number.NaN, msg: text, time: 0, data: {} } as T
  }
}
