import type { HttpClient } from './http/client.ts'

/** One province, city or district. */
export interface Area {
  value: number
  label: string
}

/** The regions of China, asked of the server level by level and kept. */
export interface Areas {
  /** The provinces ([]), the cities of a province, or the districts of a city. Rejects with the call's error; the next call retries. */
  inside(codes: readonly number[]): Promise<readonly Area[]>
  /** Names of a region from the outside in; codes without a name are returned as they are. */
  names(codes: readonly number[]): Promise<string[]>
  /** The same, when all of them have been read already. */
  known(codes: readonly number[]): string[] | undefined
}

/** Makes the source of regions over `GET /admin/ajax/area` (protocol 1.8), or the same address of another area. */
export function createAreas(http: HttpClient, address = '/admin/ajax/area'): Areas {
  const asked = new Map<string, Promise<readonly Area[]>>()
  const names = new Map<number, string>()

  async function ask([province, city]: readonly number[]): Promise<readonly Area[]> {
    const params = { ...(province === undefined ? {} : { province }), ...(city === undefined ? {} : { city }) }
    const { data } = await http.get<Area[]>(address, params, { cancelDuplicate: false })
    const list = data.map(({ value, label }) => ({ value: Number(value), label: String(label) }))
    for (const { value, label } of list) names.set(value, label)
    return list
  }

  function inside(codes: readonly number[]): Promise<readonly Area[]> {
    const key = codes.join()
    const answer =
      asked.get(key) ??
      ask(codes).catch((error: unknown) => {
        asked.delete(key)
        throw error
      })
    asked.set(key, answer)
    return answer
  }

  return {
    inside,
    async names(codes) {
      await Promise.all(codes.map((_, depth) => inside(codes.slice(0, depth))))
      return codes.map((code) => names.get(code) ?? String(code))
    },
    known: (codes) => (codes.every((code) => names.has(code)) ? codes.map((code) => names.get(code) ?? '') : undefined),
  }
}
