/** Shared words of a language, flat, as codegen/build/vitePlugin.ts makes them. */
declare module 'virtual:kontor/words/*' {
  const words: Record<string, string>
  export default words
}

/** Ids of all screens, as codegen/build/vitePlugin.ts makes them. */
declare module 'virtual:kontor/pages' {
  const ids: readonly string[]
  export default ids
}

/** A function for each screen that imports it in this language, by id. */
declare module 'virtual:kontor/pages/*' {
  const pages: Record<string, () => Promise<unknown>>
  export default pages
}

/** Browser halves of the modules that are on, as codegen/build/modulesPlugin.ts lists them. */
declare module 'virtual:kontor/modules' {
  const modules: readonly import('./defineBrowserModule.ts').BrowserModule[]
  export default modules
}
