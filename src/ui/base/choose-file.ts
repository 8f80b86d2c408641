/** The file the user chooses; undefined when the window is closed without one. */
export function chooseFile(accept = ''): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    // In the page while it waits: an input that nothing holds may be collected with its window open.
    input.hidden = true
    const settle = (file: File | undefined): void => {
      input.remove()
      resolve(file)
    }
    input.addEventListener('change', () => settle(input.files?.[0]))
    input.addEventListener('cancel', () => settle(undefined))
    document.body.append(input)
    input.click()
  })
}
