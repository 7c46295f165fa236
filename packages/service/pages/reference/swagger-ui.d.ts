/** The part of Swagger UI that the page uses. The package has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** What plugins are given. */
  export interface SwaggerSystem {
    readonly React: {
      createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown;
    };
  }

  /** Shows a document in `domNode`. Options: swagger.io/docs/open-source-tools/swagger-ui/usage/configuration */
  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): unknown;
}
