import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledAtOnce, firstChunks, preloadFirst } from './codegen/build/chunks.ts'
import { moduleFiles } from './codegen/build/moduleFiles.ts'
import { kontorModules } from './codegen/build/modulesPlugin.ts'
import { routerForProduction } from './codegen/build/routerForProduction.ts'
import { standaloneLimits } from './codegen/build/standaloneLimits.ts'
import { kontorPages } from './codegen/build/vitePlugin.ts'
import { withoutKindHelp } from './codegen/build/withoutKindHelp.ts'
import { withoutMarkdown } from './codegen/build/withoutMarkdown.ts'
import { withoutUnusedAxios } from './codegen/build/withoutUnusedAxios.ts'
import { withoutUnusedI18next } from './codegen/build/withoutUnusedI18next.ts'
import { withoutUnusedRouter } from './codegen/build/withoutUnusedRouter.ts'

const source = (path: string) => resolve(import.meta.dirname, 'src', path).replaceAll('\\', '/')
const start = source('main/start.tsx')
const first = {
  everyone: { entry: source('main.tsx'), start },
  either: { admin: source('renderers/shell/admin.ts'), signIn: source('renderers/shell/login/Login.tsx') },
}

/** The list of common passwords stays with the server, which says at the field what it refuses: nobody loads it to look at a list. */
const withoutCommonPasswords: Plugin = {
  name: 'kontor-without-common-passwords',
  apply: 'build',
  load: (id) => (id.endsWith('/kinds/commonPasswords.ts') ? 'export const commonPasswords = new Set()' : null),
}

/** How the front end is built. `npm run dev` adds the way to the server (scripts/dev.ts). */
export default defineConfig({
  plugins: [
    withoutCommonPasswords,
    withoutMarkdown(),
    withoutKindHelp(),
    withoutUnusedAxios(),
    withoutUnusedI18next(),
    routerForProduction(),
    withoutUnusedRouter(),
    standaloneLimits(),
    kontorPages(),
    kontorModules(),
    moduleFiles(),
    react(),
    preloadFirst(start, /\/primeicons-[^/]*\.woff2$/),
    compiledAtOnce([...Object.values(first.everyone), first.either.admin, '/react-dom/']),
  ],
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    sourcemap: false,
    assetsInlineLimit: 0, // the CSP allows no data: fonts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The names of later chunks are a good part of the first scripts, and a hash does not compress: 42 bits tell versions of a file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // changes only when React does, so it stays in the browser's cache over our releases
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 20,
            },
            // the form engine comes with the first form, not with the first list
            { name: 'forms', test: /node_modules[\\/](@rjsf|ajv|fast-deep-equal|lodash|lodash-es)[\\/]/, priority: 10 },
            ...firstChunks(first, 5),
          ],
        },
      },
    },
  },
})
