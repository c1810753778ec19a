declare module 'fontverter' {
  const fontverter: { convert(font: Buffer, to: 'truetype' | 'woff2'): Promise<Buffer> };
  export default fontverter;
}
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype' | 'woff2'; variationAxes?: Record<string, number>; keepFeatures?: string[]; noHinting?: boolean },
  ): Promise<Buffer>;
}
