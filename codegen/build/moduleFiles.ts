import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { enabledModules } from '../load/schemaSources.ts'

/** Content types of the files that modules bring along, for the development server. */
const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/**
 * Files below `modules/<name>/public` are served at the root of the site, like those of `public`: `modules/shop/public/demo/goods-01.svg` at
 * `/demo/goods-01.svg`. Those of a module that is off are not in the build.
 */
export function moduleFiles(env: NodeJS.ProcessEnv = process.env): Plugin {
  const folders = () =>
    enabledModules(env)
      .map((name) => resolve('modules', name, 'public'))
      .filter((folder) => existsSync(folder))
  return {
    name: 'kontor-module-files',
    generateBundle() {
      for (const [fileName, path] of folders().flatMap(filesBelow))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = pathOf(request.url ?? '')
        const file = folders()
          .map((folder) => fileIn(folder, path))
          .find((found) => found !== undefined)
        if (file === undefined) return next()
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
        response.end(readFileSync(file))
      })
    },
  }
}

/** The path of an address, decoded; '' where it cannot be. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname)
  } catch {
    return ''
  }
}

/** The file of the folder at this path; never one outside of the folder. */
function fileIn(folder: string, path: string): string | undefined {
  const file = join(folder, path)
  return file.startsWith(folder + sep) && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined
}

/** All files below the folder: the path in it, and where each lies. */
function filesBelow(folder: string): [name: string, path: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), path])
}
