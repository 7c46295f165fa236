/**
 * A JPEG 2000 codestream, 48 × 32 pixels of grey: a black frame beside a grey bar. The one image that the tests
 * don't encode themselves, because its coder is longer than all of them; made with Pillow 12 (OpenJPEG).
 */
export const JPX_IMAGE: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob(
    [
      '/0//UQApAAAAAAAwAAAAIAAAAAAAAAAAAAAAMAAAACAAAAAAAAAAAAABBwEB/1IADAAAAAEABAQEAAH/XAAQQEBISFBISFBISFBI',
      'SFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAIBAAH/k9+AOATDuAyiO/7fmEX5hMfgEgw0',
      'j9yOp3axDgcGU2Q0y1yrC2RywNeu78S/z8Bq/Mbh9o0AGUi80qpyPb1IXzJ5ISNHRuT9xA9Y7EjrOqcZtAkr79Hscc+McPjCs6hx',
      'ZfYAlnHcyG3w/kcC0EsBqVvgpT3NwFTTQ/OucDOJjPyugEn5X8/A/n4JMPtMwAkHl/nuD2/1qjeYSL7t8Mze/YoWtA8dldT9C7q6',
      'ykP111K0eoAy54f/BWDeO1/ABFc35B8cVZeWZZWs16LBQh1A9TqAx7s2OIMEbVGBf3oK7so92AHUAarvBfj6nIvptxEZZ/FB6Ccg',
      '8mEOEACUypRf6ruoQRpddw8qBlljtrVoEVtYn06OKHcSk0DDZJS3ChA997QA5n8e5Fsvo5OQXc+0MV2uVu4SQwauYv97PiTh5SX9',
      'drbPxyGxsH/PwP5+CXD7RgAZ5WucEws42ciJQQxCcm3Btq3ZN9AruwaMvypvzTFSZdn2cDLoUTQ7UGbATDhMipunbeICD/N6TNrZ',
      'oN8xnoYg3g1SKCVA4t6Nru7kZiY4PAhBs96C0hYORVaXIzzRIZbMXwEAygnIOAXsvIEIhKfngd/avzNw9YL9O6muJ+9h5gMamya+',
      'u4U0SD8V+6BCHb4F27R3X+4tXMSYufWT6Qt5KS//2Q==',
    ].join(''),
  ),
  character => character.charCodeAt(0),
);
