/** Has the browser fetch a file; it keeps the name that the server gives it. */
export function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.rel = 'noopener'
  link.click()
}
