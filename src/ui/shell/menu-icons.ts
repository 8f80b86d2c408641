/**
 * SVG paths in a 16 × 16 view box by icon name (`MENU_ICON`). A group uses its own code unless the
 * site sets an icon.
 */
export const menuIcons: Readonly<Partial<Record<string, string>>> = {
  inb: 'M2 9v4.5h12V9M8 2v7.5M5 6.5l3 3 3-3',
  out: 'M2 9v4.5h12V9M8 9.5V2M5 5l3-3 3 3',
  inv: 'M2 5l6-3 6 3v6.5l-6 3-6-3zM2 5l6 3 6-3M8 8v6.5',
  bon: 'M3 7.5h10v6.5H3zM5 7.5V5a3 3 0 0 1 6 0v2.5M8 10v1.5',
  bil: 'M2 4l3 9 3-9 3 9 3-9M1.5 8h13',
  rep: 'M3 2h7l3 3v9H3zM10 2v3h3M5.5 8.5h5M5.5 11h5',
  vis: 'M2 14h12M4 14V9M8 14V4M12 14V7',
  scm: 'M3 5.5a2 2 0 1 0 0-.1M13 5.5a2 2 0 1 0 0-.1M8 12.5a2 2 0 1 0 0-.1M5 5.5h4M4 7l3 4M11.5 7.2L9 11',
  mst: 'M2.5 4c0-1.1 2.5-2 5.5-2s5.5.9 5.5 2-2.5 2-5.5 2-5.5-.9-5.5-2zM2.5 4v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2',
  his: 'M8 2a6 6 0 1 0 6 6M8 4.5V8l2.5 2M14 3v3h-3',
  mdm: 'M2 10l1.5 4h9L14 10zM4 10V6h8v4M8 6V2M8 2l3 1.5L8 5',
  sys: 'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6L5 5M11 11l1.4 1.4M12.4 3.6L11 5M5 11l-1.4 1.4',
  cms: 'M5.5 7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM1.5 13.5c0-2.5 1.7-4 4-4s4 1.5 4 4M10.5 7a2 2 0 1 0-.6-3.9M11.5 9.6c1.8.2 3 1.6 3 3.9',
}
