import { css } from 'lit';

export const cloudStyles = css`
  .waiting {
    align-items: center;
    display: flex;
    gap: 10px;
  }
`;
