/** Downloads a file through the browser, under the server's file name unless one is given. */
export function startDownload(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.rel = 'noopener'
  link.click()
}
