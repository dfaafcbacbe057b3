import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { Refused } from '../../../../core/refuse.ts'

/** What is met in an XML file, in its order; names without their prefix. */
export type XmlEvent =
  | { type: 'open'; name: string; attributes: Readonly<Record<string, string>> }
  | { type: 'text'; text: string }
  | { type: 'close'; name: string }

/**
 * The content of an XML file, parsed from a stream: what is met in one piece of it comes together. Document types are not read, so only XML's own entities exist; a file
 * that declares any is refused.
 */
export async function* xmlEvents(stream: Readable): AsyncGenerator<readonly XmlEvent[]> {
  let met: XmlEvent[] = []
  let declared = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => met.push({ type: 'open', name: bare(name), attributes }),
      ontext: (text) => met.push({ type: 'text', text }),
      onclosetag: (name) => met.push({ type: 'close', name: bare(name) }),
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) declared = true
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of stream) {
      parser.write(decoder.decode(chunk as Buffer, { stream: true }))
      if (declared) throw new Refused('import.workbook')
      yield met
      met = []
    }
    parser.end(decoder.decode())
    yield met
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('import.workbook')
  } finally {
    stream.destroy()
  }
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
