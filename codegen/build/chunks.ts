import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

interface Graph {
  getModuleInfo(id: string): { importedIds?: readonly string[] } | null
}

/**
 * Groups for `codeSplitting`: one chunk for each of these modules with all that it needs and the chunks before it do not hold, by the name
 * given to it. `everyone` loads the chunks in their order, after them one of `either` as a rule: what two of those need comes with the last
 * of the first. Everything else is split by who imports it. Few files come sooner than many.
 */
export function firstChunks(
  { everyone, either }: Readonly<Record<'everyone' | 'either', Readonly<Record<string, string>>>>,
  priority: number,
) {
  const last = Object.keys(everyone).at(-1)
  return Object.entries({ ...everyone, ...either }).map(([name, module], index) => {
    let known: { graph: Graph; needs: Set<string> } | undefined
    const needsOf = (graph: Graph) => {
      const needs = closure(module, graph)
      return name === last ? new Set([...needs, ...inTwo(Object.values(either).map((each) => closure(each, graph)))]) : needs
    }
    return {
      name: (id: string, graph: Graph): string | null => {
        if (known?.graph !== graph) known = { graph, needs: needsOf(graph) }
        // every import() uses Vite's helper, the first ones too
        return known.needs.has(id) || (index === 0 && id.includes('vite/preload-helper')) ? name : null
      },
      debugName: name,
      // a group takes along what its modules import, so the earlier one has to choose first
      priority: priority - index / 10,
    }
  })
}

/**
 * Tells the browser that most functions of the chunks with these modules (their path or a part of it) are called at the start: it compiles them
 * beside the main thread while the rest is still on its way, not one by one when each is first called. To other browsers it is a comment.
 */
export function compiledAtOnce(modules: readonly string[]): Plugin {
  return {
    name: 'kontor-compiled-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post', // the hint counts at the head of a file only, and Vite writes something there too
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.moduleIds.some((id) => modules.some((part) => id.includes(part))))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** What is in two of the sets or more. */
function inTwo(sets: readonly ReadonlySet<string>[]): Set<string> {
  const seen = new Set<string>()
  return new Set(sets.flatMap((set) => [...set].filter((id) => seen.has(id) || !seen.add(id))))
}

/** The modules that this one imports, itself or through others, and the module. */
function closure(root: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const open = [root]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Names in index.html what everybody waits for: the chunks that `start` needs, so that they load beside the entry that asks for them, and the
 * files whose names match `fonts`, so that icons are there with the first text and nothing is laid out again for them.
 */
export function preloadFirst(start: string, fonts: RegExp): Plugin {
  return {
    name: 'kontor-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        [
          ...chunksOf(start, bundle).map(moduleTag),
          ...Object.keys(bundle)
            .filter((name) => fonts.test(name))
            .map(fontTag),
        ].filter(({ attrs }) => !html.includes(`"${attrs.href}"`)),
    },
  }
}

function chunksOf(start: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const files = new Set<string>()
  const open = chunks
    .filter((chunk) => chunk.facadeModuleId === start || chunk.moduleIds.includes(start))
    .map((chunk) => chunk.fileName)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (files.has(name)) continue
    files.add(name)
    open.push(...(chunks.find((chunk) => chunk.fileName === name)?.imports ?? []))
  }
  return [...files]
}

const moduleTag = (name: string) => linkTag({ rel: 'modulepreload', href: `/${name}` })

const fontTag = (name: string) => linkTag({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })

function linkTag(attrs: Record<'rel' | 'href', string> & Record<string, string>) {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' } satisfies HtmlTagDescriptor
}
