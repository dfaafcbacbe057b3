/** Shared words of a language, flat, as codegen/vitePlugin.ts makes them. */
declare module 'virtual:kontor/words/*' {
  const words: Record<string, string>
  export default words
}
