import type { FastifyInstance } from 'fastify'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { isLocale, type Locale, locales } from '../../../src/schemas/language/words.ts'
import { headerOf, langOf } from '../../core/http/makeContext.ts'
import { HttpRefused } from '../../core/refuse.ts'
import type { Services } from '../../core/services.ts'
import { helpPrefix, helpStyle } from './html.ts'
import { renderIndex, renderTopic, type Source } from './render.ts'
import { findTopic, topicGroups } from './topics.ts'

/** Serves help at /docs/ and /docs/<address of a menu entry>. It says what the scripts of the site say to everybody, and nothing of the database. */
export function addHelp(app: FastifyInstance, services: Services, schemaNow: () => Schema): void {
  const method = ['GET', 'HEAD']
  app.route({ method, url: helpPrefix.slice(0, -1), handler: (_request, reply) => reply.redirect(helpPrefix, 308) })
  app.route({
    method,
    url: `${helpPrefix}*`,
    async handler(request, reply) {
      const url = new URL(request.raw.url ?? '', 'http://localhost')
      const path = decoded(url.pathname.slice(helpPrefix.length))
      reply.header('cache-control', 'no-cache').header('vary', 'accept-language')
      if (path === 'help.css') return reply.type('text/css; charset=utf-8').send(helpStyle)
      const asked = url.searchParams.get('lang')
      const usual = preferred(headerOf(request, 'accept-language')) ?? (await services.site.config()).default_lang
      const lang = isLocale(asked) ? asked : langOf(request, usual)
      const schema = schemaNow()
      const text = helpAt({ words: schema.words, lang }, schema, path)
      if (text === undefined) throw new HttpRefused(404)
      return reply.header('x-robots-tag', 'noindex, nofollow').type('text/html; charset=utf-8').send(text)
    },
  })
}

/** The language of help that a browser prefers (`accept-language`); undefined where it names none that there is. */
function preferred(header: string): Locale | undefined {
  const wishes = header.split(',').map((wish) => {
    const [name = '', ...rest] = wish
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const quality = rest.find((part) => part.startsWith('q='))
    return { language: name.split('-')[0], quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  for (const { language } of wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)) {
    const found = locales.find((locale) => locale.split('-')[0] === language)
    if (found) return found
  }
  return undefined
}

function helpAt(source: Source, schema: Schema, path: string): string | undefined {
  const groups = topicGroups(schema, source.lang)
  if (path === '') return renderIndex(source, groups)
  const topic = findTopic(groups, path)
  return topic && renderTopic(source, topic)
}

/** The path as it was before it was encoded; of a broken one as it is, which no screen has. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
