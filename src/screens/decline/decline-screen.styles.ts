import { css } from 'lit';

export const styles = css`
  form {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: inherit;
  }

  textarea {
    resize: vertical;
  }
`;
