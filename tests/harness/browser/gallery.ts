import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { moduleFiles } from '../../../codegen/build/moduleFiles.ts'
import { kontorPages } from '../../../codegen/build/vitePlugin.ts'

/** The gallery as it would be built, which the product does not have. */
export interface Gallery {
  /** Address of its page. */
  url: string
  close(): Promise<void>
}

/** Builds the gallery into a directory of its own and serves it; no server stands behind it. */
export async function serveGallery(): Promise<Gallery> {
  const outDir = mkdtempSync(join(tmpdir(), 'kontor-gallery-'))
  const own = { configFile: false, logLevel: 'error' } as const
  await build({
    ...own,
    plugins: [kontorPages(), moduleFiles(), react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome111',
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: 'src/gallery/index.html' },
    },
  })
  const server = await preview({ ...own, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: `${server.resolvedUrls?.local[0] ?? ''}src/gallery/`,
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
