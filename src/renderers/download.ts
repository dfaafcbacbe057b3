/** Has the browser fetch a file; it keeps the name that the server gives it, unless it is given one. */
export function startDownload(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.rel = 'noopener'
  link.click()
}
