export function chooseFile(accept = ''): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    // Attached to the page while the picker is open: a detached input could be garbage collected.
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
