import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the hand-written page for production, to be served below `/handwritten/`. */
export async function buildHandWritten(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    base: '/handwritten/',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome111',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
    },
  })
}
