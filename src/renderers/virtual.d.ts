/** Shared words of a language, flat, as codegen/build/vitePlugin.ts makes them. */
declare module 'virtual:kontor/words/*' {
  const words: Record<string, string>
  export default words
}

/** A function for each screen that imports it in this language, by id, as codegen/build/vitePlugin.ts makes them. */
declare module 'virtual:kontor/pages/*' {
  const pages: Record<string, () => Promise<{ default: unknown }>>
  export default pages
}

/** Browser halves of the modules that are on, as codegen/build/modulesPlugin.ts lists them. */
declare module 'virtual:kontor/modules' {
  const modules: readonly import('./defineBrowserModule.ts').BrowserModule[]
  export default modules
}
